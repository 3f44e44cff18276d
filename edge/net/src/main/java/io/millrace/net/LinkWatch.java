package io.millrace.net;

import io.millrace.concurrent.Uninterruptibly;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Closes links whose peer is silent or does not read. One daemon thread, which looks several times in the shortest of
 * the times of its options. Any thread may add and remove.
 */
final class LinkWatch implements AutoCloseable {

    private static final int LOOKS = 8;

    private final LinkOptions options;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private LinkWatch(LinkOptions options, String name) {
        this.options = options;
        this.thread =
                Thread.ofPlatform().daemon().name("millrace-net-watch-" + name).unstarted(this::run);
    }

    static LinkWatch start(LinkOptions options, String name) {
        LinkWatch watch = new LinkWatch(options, name);
        watch.thread.start();
        return watch;
    }

    void add(Link link) {
        links.add(link);
    }

    void remove(Link link) {
        links.remove(link);
    }

    int count() {
        return links.size();
    }

    private void run() {
        Duration shortest = options.deadAfter().compareTo(options.firstMessageWithin()) < 0
                ? options.deadAfter()
                : options.firstMessageWithin();
        long pauseMs = Math.max(1, shortest.toMillis() / LOOKS);
        try {
            while (!closing.await(pauseMs, TimeUnit.MILLISECONDS)) {
                long nowNs = System.nanoTime();
                for (Link link : links) {
                    String why = link.overdue(nowNs, options);
                    if (why != null) {
                        link.close(why);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only a foreign thread group can do that; the links are closed below
        }
        links.forEach(Link::close);
    }

    /** Ends the thread, and closes all links. */
    @Override
    public void close() {
        closing.countDown();
        Uninterruptibly.join(thread);
        links.forEach(Link::close);
    }
}
