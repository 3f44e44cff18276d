package io.millrace.fix;

import io.millrace.service.Task;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The turn of an engine on a thread of the topology, which polls it after its components. The thread has the turn from
 * its start on; the engine comes with {@link #begin}, and is closed in the thread when its sessions have logged out,
 * when it fails, or when the thread ends. Other threads call {@link #begin} and {@link #end}.
 */
final class FixTurn implements Task {

    private static final long PAUSE_NS = 100_000;

    private final Duration logout;
    private final Consumer<Throwable> failed;
    private final CountDownLatch over = new CountDownLatch(1);
    private Runnable closing;
    private volatile FixEngine engine;
    private volatile boolean ending;

    /**
     * Creates a turn without an engine.
     *
     * @param logout how long sessions may take to log out
     * @param failed is told what the engine has thrown
     */
    FixTurn(Duration logout, Consumer<Throwable> failed) {
        this.logout = logout;
        this.failed = failed;
    }

    /**
     * Gives the turn an engine, which the thread owns from now on.
     *
     * @param close closes the engine and what belongs to it; called once
     */
    void begin(FixEngine begun, Runnable close) {
        synchronized (this) {
            if (!done()) {
                closing = close;
                engine = begun;
                return;
            }
        }
        close.run(); // the thread has ended already
    }

    /** Waits until the sessions have logged out, but not for ever, and the engine is closed. */
    void end() {
        boolean interrupted = false;
        while (!done()) {
            try {
                if (ending) {
                    over.await();
                } else if (!over.await(logout.toNanos(), TimeUnit.NANOSECONDS)) {
                    ending = true;
                }
            } catch (InterruptedException e) {
                interrupted = true;
                ending = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String name() {
        return FixSection.KEY;
    }

    @Override
    public int poll() {
        FixEngine polled = engine;
        if (polled == null) {
            return 0;
        }
        if (ending || polled.done()) {
            finish();
            return 1;
        }
        return poll(polled);
    }

    private int poll(FixEngine polled) {
        try {
            return polled.poll();
        } catch (Throwable e) {
            ending = true;
            failed.accept(e);
            return 1;
        }
    }

    private void finish() {
        try {
            closing.run();
        } finally {
            over.countDown();
        }
    }

    @Override
    public boolean done() {
        return over.getCount() == 0;
    }

    /** Lets the sessions log out, since the thread ends, and closes the engine. */
    @Override
    public void close() {
        synchronized (this) {
            if (engine == null) {
                over.countDown();
            }
        }
        if (done()) {
            return;
        }
        engine.stop();
        long startNs = System.nanoTime();
        while (!ending && !engine.done() && System.nanoTime() - startNs < logout.toNanos()) {
            if (poll(engine) == 0) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        finish();
    }
}
