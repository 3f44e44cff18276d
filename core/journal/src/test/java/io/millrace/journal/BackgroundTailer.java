package io.millrace.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Reads a journal in a thread, through a read-only opening of its own, up to the last message. */
final class BackgroundTailer implements AutoCloseable {

    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);

    private final Thread thread;
    private final CompletableFuture<List<String>> result;

    private BackgroundTailer(Thread thread, CompletableFuture<List<String>> result) {
        this.thread = thread;
        this.result = result;
    }

    static BackgroundTailer start(Path dir) {
        CompletableFuture<List<String>> result = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try (Journal journal = Journal.openReadOnly(dir);
                    Tailer tailer = journal.tailer()) {
                result.complete(awaitText(tailer, TailerProcess.LAST));
            } catch (InterruptedException | RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
        return new BackgroundTailer(thread, result);
    }

    List<String> awaitLast() {
        return result.join();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /** Reads until there is a certain text, and returns all that was read. */
    static List<String> awaitText(Tailer tailer, String last) throws InterruptedException {
        List<String> texts = new ArrayList<>();
        long start = System.nanoTime();
        while (true) {
            if (tailer.read() == Read.MESSAGE) {
                texts.add(Messages.text(tailer));
                if (texts.getLast().equals(last)) {
                    return texts;
                }
            } else if (System.nanoTime() - start > LIMIT_NS) {
                throw new AssertionError("not there in time: text=" + last + " read=" + texts.size());
            } else {
                Thread.sleep(1);
            }
        }
    }
}
