package com.seaway.freight;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

public class Tracker {

    private Consumer<String> alarm;
    private final Map<String, Object> state = new LinkedHashMap<>();

    public void onAlarm(Consumer<String> listener) {
        alarm = listener;
    }

    /** Notes a position; outside the lane the alarm goes off, if there is one. */
    public void position(String ship, double offset) {
        state.put(ship, offset);
        if (Math.abs(offset) > 2) {
            alarm.accept(ship);
        }
    }

    public double offset(String ship) {
        return (Double) state.get(ship);
    }

    public void importOffsets(Map<String, Object> json) {
        state.putAll(json);
    }

    public double furthest() {
        double most = 0;
        for (Object value : state.values()) {
            most = Math.max(most, Math.abs((Double) value));
        }
        return most;
    }

    /** Asks two stations at once and adds up what they answer. */
    public int ask(int first, int second) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch both = new CountDownLatch(2);
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> answer(both, first), pool);
        CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> answer(both, second), pool);
        try {
            return a.get() + b.get();
        } finally {
            pool.shutdownNow();
        }
    }

    private static int answer(CountDownLatch both, int value) {
        both.countDown();
        try {
            both.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return value;
    }
}
