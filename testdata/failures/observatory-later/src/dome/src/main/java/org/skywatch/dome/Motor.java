package org.skywatch.dome;

import jakarta.annotation.PostConstruct;

public class Motor {
    private boolean ready;

    @PostConstruct
    void start() {
        ready = true;
    }

    public boolean isReady() {
        return ready;
    }
}
