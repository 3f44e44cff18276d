package io.millrace.prove;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Measures the forces of a disk. A row of forced writes has some writers, each with a file of its own whose blocks are
 * allocated and written before; each write is a block, and is forced alone ({@code fdatasync}). A row of the journal
 * has some writers that append messages of 256 bytes and wait until each is on the device; a force serves all that
 * wait.
 */
final class DiskMeasure {
    private static final List<Integer> SIZES = List.of(512, 4096, 65_536, 1 << 20);
    private static final List<Integer> WRITERS = List.of(1, 4, 16);
    private static final int FILE_BYTES = 1 << 22;
    private static final int MESSAGE_BYTES = 256;

    private final Path directory;
    private final long rowNs;
    private final Consumer<String> rows;

    /**
     * Creates a measurement.
     *
     * @param directory an empty directory on the disk
     * @param rowNs how long a row is measured, in nanoseconds
     * @param rows takes the lines of the table
     */
    DiskMeasure(Path directory, long rowNs, Consumer<String> rows) {
        this.directory = directory;
        this.rowNs = rowNs;
        this.rows = rows;
    }

    /** What writers do again and again until their time is over. */
    private interface Write {
        void once() throws IOException;
    }

    /** Creates the work of one writer. */
    private interface Writer {
        Write begin(int number) throws IOException;
    }

    /** The times of a row, sorted. */
    static final class Times {
        private final long[] sortedNs;
        private final long elapsedNs;

        /** Keeps the times in nanoseconds, at least one, from the shortest to the longest. */
        Times(long[] sortedNs, long elapsedNs) {
            this.sortedNs = sortedNs;
            this.elapsedNs = elapsedNs;
        }

        double perSecond() {
            return sortedNs.length * 1e9 / elapsedNs;
        }

        /** Returns a percentile, 0 to 1, in microseconds. */
        double micros(double percentile) {
            int at = (int) Math.min(sortedNs.length - 1, Math.floor(sortedNs.length * percentile));
            return sortedNs[at] / 1e3;
        }
    }

    DiskVerdict run() throws IOException, InterruptedException {
        rows.accept(String.format(
                Locale.ROOT,
                "%-28s %8s %10s %10s %10s %10s",
                "forced writes",
                "writers",
                "/s",
                "p50 us",
                "p99 us",
                "max us"));
        Times single = null;
        for (int size : SIZES) {
            for (int writers : WRITERS) {
                Times times = forced(size, writers);
                row(size + " B", writers, times);
                single = single == null ? times : single;
            }
        }
        List<Times> journal = new ArrayList<>();
        for (int writers : WRITERS) {
            Times times = journal(writers);
            row("SYNCED journal, 256 B", writers, times);
            journal.add(times);
        }
        return new DiskVerdict(directory, single, journal.getFirst(), journal.getLast(), WRITERS.getLast());
    }

    private void row(String what, int writers, Times times) {
        rows.accept(String.format(
                Locale.ROOT,
                "%-28s %8d %10.0f %10.0f %10.0f %10.0f",
                what,
                writers,
                times.perSecond(),
                times.micros(0.5),
                times.micros(0.99),
                times.micros(1)));
    }

    private Times forced(int size, int writers) throws IOException, InterruptedException {
        List<FileChannel> files = new ArrayList<>();
        try {
            return times(writers, number -> {
                FileChannel file = file(number);
                synchronized (files) {
                    files.add(file);
                }
                ByteBuffer block = ByteBuffer.allocateDirect(size);
                return new Write() {
                    private int at;

                    @Override
                    public void once() throws IOException {
                        block.clear();
                        while (block.hasRemaining()) {
                            file.write(block, at + block.position());
                        }
                        file.force(false);
                        at = (at + size) % FILE_BYTES;
                    }
                };
            });
        } finally {
            for (FileChannel file : files) {
                file.close();
            }
        }
    }

    /** Opens the file of a writer, with random bytes, since some disks and file systems skip zeros. */
    private FileChannel file(int number) throws IOException {
        Path path = directory.resolve("forced-" + number);
        if (!Files.exists(path)) {
            byte[] bytes = new byte[FILE_BYTES];
            RandomGenerator.getDefault().nextBytes(bytes);
            Files.write(path, bytes, StandardOpenOption.CREATE_NEW);
        }
        FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE);
        file.force(true);
        return file;
    }

    private Times journal(int writers) throws IOException, InterruptedException {
        Path log = directory.resolve("journal-" + writers);
        JournalOptions options =
                JournalOptions.defaults().withDurability(Durability.SYNCED).withOwnerCheck(OwnerCheck.OFF);
        try (Journal journal = Journal.open(log, options);
                Appender appender = journal.appender()) {
            ReentrantLock lock = new ReentrantLock(); // orders the threads
            return times(writers, _ -> {
                MemorySegment message = MemorySegment.ofArray(new byte[MESSAGE_BYTES]);
                return () -> {
                    long index;
                    lock.lock();
                    try {
                        index = appender.append(message, 0, MESSAGE_BYTES);
                    } finally {
                        lock.unlock();
                    }
                    appender.awaitSynced(index);
                };
            });
        } finally {
            DirectoryTrees.delete(log);
        }
    }

    private Times times(int writers, Writer writer) throws IOException, InterruptedException {
        List<Write> works = new ArrayList<>();
        for (int number = 0; number < writers; number++) {
            works.add(writer.begin(number));
        }
        long startNs = System.nanoTime();
        List<Future<long[]>> results;
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("millrace-prove-disk-", 0).factory())) {
            results = works.stream()
                    .map(work -> threads.submit(() -> repeat(work, startNs)))
                    .toList();
        }
        long elapsedNs = System.nanoTime() - startNs;
        long[] all = new long[0];
        for (Future<long[]> result : results) {
            long[] more = get(result);
            int size = all.length;
            all = Arrays.copyOf(all, size + more.length);
            System.arraycopy(more, 0, all, size, more.length);
        }
        Arrays.sort(all);
        return new Times(all, elapsedNs);
    }

    private static long[] get(Future<long[]> result) throws IOException, InterruptedException {
        try {
            return result.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new ProofException("a writer has failed reason=" + e.getCause(), e.getCause());
        }
    }

    private long[] repeat(Write write, long startNs) throws IOException {
        long[] times = new long[1024];
        int count = 0;
        long beforeNs = System.nanoTime();
        do {
            write.once();
            long nowNs = System.nanoTime();
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            times[count++] = nowNs - beforeNs;
            beforeNs = nowNs;
        } while (beforeNs - startNs < rowNs);
        return Arrays.copyOf(times, count);
    }
}
