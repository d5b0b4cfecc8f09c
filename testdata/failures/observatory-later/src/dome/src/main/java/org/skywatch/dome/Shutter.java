package org.skywatch.dome;

import jakarta.inject.Inject;

public class Shutter {
    private final Motor motor;

    @Inject
    public Shutter(Motor motor) {
        this.motor = motor;
    }

    public boolean open() {
        return motor.isReady();
    }
}
