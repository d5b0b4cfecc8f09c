package org.skywatch;

import java.util.List;
import java.util.concurrent.CompletableFuture;

public class Session {
    private final Telescope telescope;
    private volatile int frames;

    public Session(Telescope telescope) {
        this.telescope = telescope;
    }

    public boolean observe(String target) {
        return telescope.point(target, 30.0);
    }

    public int expose(List<Double> seconds) {
        CompletableFuture.runAsync(() -> {
            for (double s : seconds) {
                pause();
                frames++;
            }
        });
        return frames;
    }

    private static void pause() {
        try {
            Thread.sleep(40);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
