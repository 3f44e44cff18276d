package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Workload;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.artemis.core.io.SequentialFileFactory;
import org.apache.activemq.artemis.core.io.mapped.MappedSequentialFileFactory;
import org.apache.activemq.artemis.core.io.nio.NIOSequentialFileFactory;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;

/**
 * The journal of Artemis with its default file size. Asynchronous appends use mapped files, which are its fastest.
 * Synced appends use files whose buffer is flushed 10,000 times a second while a thread waits: about as often as the
 * device of our machine can, as its documentation recommends.
 */
public final class ArtemisJournalWorkload implements Workload {
    private static final int FILE_BYTES = 10 << 20;
    private static final int BUFFER_BYTES = 512 << 10;
    private static final int BUFFER_TIMEOUT_NS = 100_000;
    private static final byte RECORD = 1;

    /** Creates the workload; a fork calls this. */
    public ArtemisJournalWorkload() {}

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        AppendRounds.run(ArtemisJournalWorkload::append, effort, directory, figures);
        SyncedWriters.run(Synced::new, effort, directory, figures);
    }

    private static long append(Path directory, int sizeBytes, long messages) throws Exception {
        MappedSequentialFileFactory files =
                new MappedSequentialFileFactory(directory.toFile(), FILE_BYTES, false, 0, 0, null);
        JournalImpl journal = open(files);
        byte[] message = new byte[sizeBytes];
        long startNs = System.nanoTime();
        for (long n = 0; n < messages; n++) {
            journal.appendAddRecord(n, RECORD, message, false);
        }
        journal.flush();
        long elapsedNs = System.nanoTime() - startNs;
        journal.stop();
        return elapsedNs;
    }

    private static JournalImpl open(SequentialFileFactory files) throws Exception {
        JournalImpl journal = new JournalImpl(FILE_BYTES, 2, 2, 0, 0, files, "journal", "dat", 1);
        journal.start();
        journal.loadInternalOnly();
        return journal;
    }

    /** A journal in which every append waits for the device. */
    private static final class Synced implements SyncedLog {
        private final JournalImpl journal;
        private final AtomicLong records = new AtomicLong();

        Synced(Path directory) throws Exception {
            journal = open(new NIOSequentialFileFactory(
                    directory.toFile(), true, BUFFER_BYTES, BUFFER_TIMEOUT_NS, 1, false, null, null));
        }

        @Override
        public void append() throws Exception {
            journal.appendAddRecord(records.incrementAndGet(), RECORD, new byte[40], true);
        }

        @Override
        public long messages() {
            return records.get();
        }

        @Override
        public void close() {
            journal.stop();
        }
    }
}
