package io.millrace.concurrent;

import java.util.concurrent.locks.LockSupport;

/** Waits that an interrupt does not end; the interrupt status of the waiting thread is kept. */
public final class Uninterruptibly {

    private static final long UNPARK_PERIOD_MS = 1;

    private Uninterruptibly() {}

    /**
     * Unparks a thread again and again until it has ended, so that it sees a request to stop that was made before the
     * call, also where it was about to park.
     */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            LockSupport.unpark(thread);
            try {
                thread.join(UNPARK_PERIOD_MS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
