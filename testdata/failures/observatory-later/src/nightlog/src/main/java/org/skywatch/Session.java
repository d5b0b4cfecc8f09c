package org.skywatch;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

public class Session {
    private final Telescope telescope;
    private final AtomicInteger frames = new AtomicInteger();

    public Session(Telescope telescope) {
        this.telescope = telescope;
    }

    public boolean observe(String target) {
        return telescope.point(target, 30.0);
    }

    /** What the headers of the frames say. */
    public String header(String target) {
        String filter = telescope.filter().isBlank() ? "clear" : telescope.filter();
        return target + " / " + filter;
    }

    /** Exposes in the background while the dome follows. */
    private CompletableFuture<Void> start(List<Double> seconds) {
        return CompletableFuture.runAsync(() -> seconds.forEach(s -> {
            pause();
            frames.incrementAndGet();
        }));
    }

    public int expose(List<Double> seconds) {
        start(seconds).thenRun(() -> observe("park"));
        return frames.get();
    }

    public String report(List<Double> seconds) {
        return expose(seconds) + " of " + seconds.size() + " frames";
    }

    /** The length of an exposure as the camera counts it. */
    public static long micros(int minutes) {
        long total = minutes * 60 * 1_000_000;
        return total;
    }

    private static void pause() {
        try {
            Thread.sleep(40);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
