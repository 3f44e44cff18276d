package io.millrace.telemetry;

import java.util.function.Supplier;

/** Waits for conditions. */
final class Waiting {

    private static final long LIMIT_NS = 90_000_000_000L;

    private Waiting() {}

    /** A condition. */
    interface Condition {
        boolean holds() throws Exception;
    }

    /** Waits until a condition holds; fails with a text after a minute and a half. */
    static void until(Condition condition, Supplier<String> otherwise) throws Exception {
        long startNs = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - startNs > LIMIT_NS) {
                throw new AssertionError(otherwise.get());
            }
            Thread.sleep(20);
        }
    }
}
