package io.millrace.clients;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Forces what clients have appended to the disk, each channel in a thread of its own, so that no force delays followers
 * and other channels. Any thread may use it.
 */
final class ClientSyncer implements AutoCloseable {

    /** What can be forced. */
    interface Forced {

        /** Returns whether calls are acknowledged after a force alone. */
        boolean isForced();

        /** Forces what is there to the disk. */
        void sync();
    }

    private final Runnable synced;
    private final Consumer<Throwable> failed;
    private final Set<Forced> wanted = new HashSet<>();
    private final Map<Forced, Thread> threads = new HashMap<>();
    private boolean isClosed;

    /**
     * Creates it.
     *
     * @param synced called after a channel was forced
     * @param failed called with what has gone wrong; nothing is forced after that
     */
    ClientSyncer(Runnable synced, Consumer<Throwable> failed) {
        this.synced = synced;
        this.failed = failed;
    }

    /** Wants a channel to be forced, unless its calls are acknowledged without that; never waits. */
    synchronized void wanted(Forced channel) {
        if (channel.isForced() && !isClosed) {
            wanted.add(channel);
            threads.computeIfAbsent(
                    channel,
                    _ -> Thread.ofPlatform().name("millrace-clients-sync").start(() -> run(channel)));
            notifyAll();
        }
    }

    private void run(Forced channel) {
        try {
            while (take(channel)) {
                channel.sync();
                synced.run();
            }
        } catch (Throwable e) {
            end();
            failed.accept(e);
        }
    }

    /** Waits until a channel is to be forced; returns false at the end. */
    private synchronized boolean take(Forced channel) throws InterruptedException {
        while (!wanted.contains(channel) && !isClosed) {
            wait();
        }
        return !isClosed && wanted.remove(channel);
    }

    /** Lets nothing more be forced, and returns the threads. */
    private synchronized List<Thread> end() {
        isClosed = true;
        notifyAll();
        return List.copyOf(threads.values());
    }

    /** Ends the threads, and waits for that. */
    @Override
    public void close() {
        boolean isInterrupted = false;
        for (Thread thread : end()) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
