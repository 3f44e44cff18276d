package io.millrace.client;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Calls code of users, one after the other, in a thread of its own, so that reading and signs of life never wait for
 * it. What waits is bounded by those that add it: calls that are not acknowledged, and messages that a server may send.
 * Any thread may use it.
 */
final class Deliveries {

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final Consumer<Throwable> failed;
    private final Thread thread;
    private boolean isEnding;

    /** Creates it; what code of users throws goes to {@code failed}. */
    Deliveries(Consumer<Throwable> failed) {
        this.failed = failed;
        this.thread =
                Thread.ofPlatform().daemon().name("millrace-client-deliver").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Returns whether this thread is that which calls code of users. */
    boolean isDelivering() {
        return Thread.currentThread().equals(thread);
    }

    /** Adds actions, which are run after those before. */
    void add(List<Runnable> actions) {
        if (!actions.isEmpty()) {
            synchronized (waiting) {
                boolean wasEmpty = waiting.isEmpty();
                waiting.addAll(actions);
                if (wasEmpty) {
                    waiting.notifyAll();
                }
            }
        }
    }

    /** Returns whether nothing waits after the action that runs. */
    boolean isEmpty() {
        synchronized (waiting) {
            return waiting.isEmpty();
        }
    }

    /** Ends the thread after what waits; does not wait for that. */
    void end() {
        synchronized (waiting) {
            isEnding = true;
            waiting.notifyAll();
        }
    }

    void join() throws InterruptedException {
        thread.join();
    }

    private void run() {
        for (Runnable next = next(); next != null; next = next()) {
            try {
                next.run();
            } catch (Throwable e) {
                failed.accept(e);
            }
        }
    }

    private Runnable next() {
        boolean isInterrupted = false;
        try {
            synchronized (waiting) {
                while (waiting.isEmpty() && !isEnding) {
                    try {
                        waiting.wait();
                    } catch (InterruptedException e) {
                        isInterrupted = true; // by code of users; this thread ends by end() alone
                    }
                }
                return waiting.poll();
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
