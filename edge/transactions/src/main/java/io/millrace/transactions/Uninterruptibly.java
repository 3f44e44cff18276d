package io.millrace.transactions;

import java.util.concurrent.locks.LockSupport;

/** Waiting that an interrupt does not end; the interrupt is kept. */
final class Uninterruptibly {

    private Uninterruptibly() {}

    /** Wakes a thread until it has ended. */
    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            LockSupport.unpark(thread);
            try {
                thread.join(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
