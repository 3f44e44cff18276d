package io.millrace.remote;

import io.millrace.concurrent.Uninterruptibly;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Sends signs of life on links, so that a peer that is alive and idle is not taken for a dead one. One thread. */
final class BeatThread implements AutoCloseable {

    private static final int BEATS = 4;

    private final long pauseMs;
    private final Set<LinkFrames> links = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private BeatThread(Duration deadAfter) {
        pauseMs = Math.max(1, deadAfter.toMillis() / BEATS);
        thread = Thread.ofPlatform().daemon().name("millrace-remote-beat").unstarted(this::run);
    }

    /** Starts to send several signs in the time after which a silent link ends. */
    static BeatThread start(Duration deadAfter) {
        BeatThread beats = new BeatThread(deadAfter);
        beats.thread.start();
        return beats;
    }

    void add(LinkFrames link) {
        links.add(link);
    }

    void remove(LinkFrames link) {
        links.remove(link);
    }

    private void run() {
        try {
            while (!closing.await(pauseMs, TimeUnit.MILLISECONDS)) {
                links.forEach(LinkFrames::beat);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only a foreign thread group can do that; links then end as silent
        }
    }

    @Override
    public void close() {
        closing.countDown();
        Uninterruptibly.join(thread);
    }
}
