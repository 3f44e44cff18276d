package io.millrace.concurrent;

import java.util.concurrent.locks.LockSupport;

/** Waits without ending at an interrupt; the interrupt status of the waiting thread is kept. */
public final class Uninterruptibly {

    private static final long UNPARK_PERIOD_MS = 1;

    private Uninterruptibly() {}

    /**
     * Unparks a thread repeatedly until it has ended, so that the thread sees a request to stop made before this call
     * even if it was about to park.
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
