package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Open pages of a console, for all of which one thread reads and confirms. */
final class OpenPages implements AutoCloseable {
    private static final int MAX_STATE_BYTES = 1 << 20;

    private final List<PageClient> clients = new ArrayList<>();
    private final AtomicLong states = new AtomicLong();
    private final Thread thread = Thread.ofPlatform().daemon().name("pages").unstarted(this::run);
    private volatile boolean isEnding;
    private volatile Exception failure;

    private OpenPages() {}

    /** Opens pages. */
    static OpenPages open(URI page, int count) throws IOException {
        OpenPages pages = new OpenPages();
        try {
            for (int i = 0; i < count; i++) {
                pages.clients.add(PageClient.open(page));
            }
        } catch (IOException | RuntimeException e) {
            pages.closeClients();
            throw e;
        }
        pages.thread.start();
        return pages;
    }

    private void run() {
        byte[] buffer = new byte[MAX_STATE_BYTES];
        try {
            while (!isEnding) {
                for (PageClient client : clients) {
                    client.readAndConfirm(buffer);
                    states.incrementAndGet();
                }
            }
        } catch (IOException | RuntimeException e) {
            if (!isEnding) {
                failure = e;
            }
        }
    }

    /** Returns how many states all pages have confirmed. */
    long states() {
        Exception error = failure;
        if (error != null) {
            throw new BenchmarkException("a page has failed", error);
        }
        return states.get();
    }

    private void closeClients() throws IOException {
        for (PageClient client : clients) {
            client.close();
        }
    }

    @Override
    public void close() throws IOException {
        isEnding = true;
        closeClients();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
