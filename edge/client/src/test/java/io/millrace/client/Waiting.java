package io.millrace.client;

import java.util.function.BooleanSupplier;

/** Waits for conditions. */
final class Waiting {

    private static final long PATIENCE_NS = 120_000_000_000L;

    private Waiting() {}

    static void until(String what, BooleanSupplier condition) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NS) {
                throw new AssertionError("it has not come: " + what);
            }
            Thread.sleep(5);
        }
    }
}
