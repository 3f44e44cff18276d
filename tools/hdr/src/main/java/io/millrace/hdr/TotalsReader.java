package io.millrace.hdr;

import io.millrace.measure.HistogramDecoder;
import io.millrace.measure.IntervalLine;
import io.millrace.measure.LogDefect;
import io.millrace.measure.MeasureException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Adds up logs on all processors: the calling thread finds lines and hands them over in batches, which worker threads
 * decode into totals of their own; these are added up at the end. Sums do not depend on the order, so the result equals
 * that of one thread. A bounded number of batches is under way, which bounds memory, and their defects are reported in
 * the order of the lines.
 */
final class TotalsReader {
    private static final int BATCH_BYTES = 1 << 20;

    private final LogSelection selection;
    private final DefectCount defects;
    private final int threads;
    private final Queue<Adder> adders = new ConcurrentLinkedQueue<>();
    private final Queue<Underway> underway = new ArrayDeque<>();
    private Batch batch = new Batch();

    /** Totals and the decoder that adds to them; one thread at a time has it. */
    private record Adder(TagTotals totals, HistogramDecoder decoder) {}

    /** Lines that are added up together, and what is damaged among them. */
    private static final class Batch {
        private final List<IntervalLine> lines = new ArrayList<>();
        private final List<LogDefect> defects = new ArrayList<>();
        private long bytes;
    }

    /** A batch and when it will be done. */
    private record Underway(Path file, Batch batch, Future<?> done) {}

    TotalsReader(LogSelection selection, DefectCount defects, int threads) {
        this.selection = selection;
        this.defects = defects;
        this.threads = threads;
    }

    /** Returns the totals of all selected intervals of all selected files. */
    static TagTotals read(LogSelection selection, DefectCount defects) throws IOException {
        return new TotalsReader(selection, defects, Runtime.getRuntime().availableProcessors()).read();
    }

    TagTotals read() throws IOException {
        List<Path> files = selection.files();
        try (ExecutorService executor = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("hdr-adder-", 0).daemon().factory())) {
            try {
                for (Path file : files) {
                    read(file, executor);
                }
                TagTotals totals = new TagTotals();
                adders.forEach(adder -> totals.add(adder.totals()));
                return totals;
            } finally {
                executor.shutdownNow();
            }
        } finally {
            adders.forEach(adder -> adder.decoder().close());
        }
    }

    private void read(Path file, ExecutorService executor) throws IOException {
        selection.read(file, defect -> batch.defects.add(defect), (line, start) -> {
            batch.lines.add(line);
            batch.bytes += line.payload().sizeBytes();
            if (batch.bytes >= BATCH_BYTES) {
                hand(file, executor);
            }
        });
        hand(file, executor);
        while (!underway.isEmpty()) {
            finishOne();
        }
    }

    private void hand(Path file, ExecutorService executor) {
        Batch full = batch;
        batch = new Batch();
        underway.add(new Underway(file, full, executor.submit(() -> add(full))));
        if (underway.size() > 2 * threads) {
            finishOne();
        }
    }

    private void add(Batch from) {
        Adder free = adders.poll();
        Adder adder = free == null ? new Adder(new TagTotals(), new HistogramDecoder()) : free;
        try {
            for (IntervalLine line : from.lines) {
                try {
                    adder.totals().add(line, adder.decoder());
                } catch (MeasureException e) {
                    from.defects.add(new LogDefect(line.lineNumber(), e.getMessage()));
                }
            }
        } finally {
            adders.add(adder);
        }
    }

    private void finishOne() {
        Underway oldest = underway.remove();
        try {
            oldest.done().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot add up log file=" + oldest.file(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted file=" + oldest.file(), e);
        }
        oldest.batch().defects.stream()
                .sorted(Comparator.comparingLong(LogDefect::line))
                .forEach(defect -> defects.add(oldest.file(), defect));
    }
}
