package io.millrace.remote;

import io.millrace.concurrent.Uninterruptibly;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Sends signs of life on connections, so that a peer that is alive and idle does not seem to be dead. One thread. */
final class BeatThread implements AutoCloseable {

    private static final int BEATS = 4;
    private static final long SECOND_MS = 1_000;

    private final long pauseMs;
    private final Set<Runnable> beats = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private BeatThread(long pauseMs) {
        this.pauseMs = pauseMs;
        thread = Thread.ofPlatform().daemon().name("millrace-remote-beat").unstarted(this::run);
    }

    /** Starts to send several signs in the time after which a silent link ends. */
    static BeatThread start(Duration deadAfter) {
        return started(Math.max(1, deadAfter.toMillis() / BEATS));
    }

    /** Starts to send a sign each second. */
    static BeatThread everySecond() {
        return started(SECOND_MS);
    }

    private static BeatThread started(long pauseMs) {
        BeatThread beats = new BeatThread(pauseMs);
        beats.thread.start();
        return beats;
    }

    /** Adds what sends a sign of life on a connection, and does not wait. */
    void add(Runnable beat) {
        beats.add(beat);
    }

    void remove(Runnable beat) {
        beats.remove(beat);
    }

    private void run() {
        try {
            while (!closing.await(pauseMs, TimeUnit.MILLISECONDS)) {
                beats.forEach(Runnable::run);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only a foreign thread group can do that; links then end as silent
        }
    }

    @Override
    public void close() {
        closing.countDown();
        if (!Thread.currentThread().equals(thread)) {
            Uninterruptibly.join(thread);
        }
    }
}
