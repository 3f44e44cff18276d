package io.millrace.interaction;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs the calls of all sessions one at a time, each in the thread that has received it, so that a service is plain
 * single-threaded Java and no call changes threads. A thread that finds it taken waits for it.
 */
final class SerialExecutor implements Executor {

    private final ReentrantLock lock = new ReentrantLock();

    @Override
    public void execute(Runnable call) {
        lock.lock();
        try {
            call.run();
        } finally {
            lock.unlock();
        }
    }
}
