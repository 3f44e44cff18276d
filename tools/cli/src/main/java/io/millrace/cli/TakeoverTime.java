package io.millrace.cli;

import io.millrace.channel.JournalChannel;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.topology.RunningTopology;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells how long it took from a promotion to the first new message of a host. A thread of its own, which ends then. */
final class TakeoverTime implements AutoCloseable {

    private final long promotedMs;
    private final Console console;
    private final Map<Journal, Long> lastBefore = new LinkedHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private TakeoverTime(Console console, RunningTopology running, long promotedMs) {
        this.console = console;
        this.promotedMs = promotedMs;
        running.journals().forEach((name, channel) -> {
            if (channel instanceof JournalChannel journal && !journal.isCopy()) {
                lastBefore.put(journal.journal().orElseThrow(), running.lastIndexBefore(name));
            }
        });
        this.thread =
                Thread.ofPlatform().daemon().name("millrace-takeover-time").unstarted(this::watch);
    }

    /** Begins to look, before the run starts. */
    static TakeoverTime start(Console console, RunningTopology running, long promotedMs) {
        TakeoverTime time = new TakeoverTime(console, running, promotedMs);
        time.thread.start();
        return time;
    }

    private void watch() {
        try {
            while (!closing.await(1, TimeUnit.MILLISECONDS)) {
                if (isNew()) {
                    console.err()
                            .println(String.format(
                                    Locale.ROOT,
                                    "Taken over: the first new message came %,d ms after the promotion was asked for.",
                                    System.currentTimeMillis() - promotedMs));
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (JournalException e) { // the run has ended
            System.getLogger(TakeoverTime.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "no new message came", e);
        }
    }

    private boolean isNew() {
        for (Map.Entry<Journal, Long> journal : lastBefore.entrySet()) {
            if (journal.getKey().lastIndex() > journal.getValue()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        closing.countDown();
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
