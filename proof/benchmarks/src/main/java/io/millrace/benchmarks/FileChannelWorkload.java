package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Reference values: a plain file to which one call writes each message, without a checksum, an index or a length; the
 * throughput of the device for one thread that writes large blocks; and how often per second one thread can write 4 KiB
 * to a file with allocated blocks and force them.
 */
public final class FileChannelWorkload implements Workload {
    static final String DEVICE = "device forced 4 KiB writes";

    private static final int BLOCK_BYTES = 4096;
    private static final int BLOCKS = 2048;

    /** Creates the workload; a fork calls this. */
    public FileChannelWorkload() {}

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        AppendRounds.run(FileChannelWorkload::append, effort, directory, figures);
        if (figures.isWanted(SustainedAppend.CASE)) {
            JournalStage.SUSTAINED.begin();
            SustainedAppend.stream(effort, directory, figures);
        }
        if (!figures.isWanted(DEVICE)) {
            return;
        }
        List<Double> rates = new ArrayList<>();
        for (int round = 0; round < effort.latencyRounds(); round++) {
            JournalStage.SYNCED.begin();
            try (WorkDirectory fresh = WorkDirectory.create(directory)) {
                rates.add(forcedWrites(fresh.path().resolve("device"), effort.latencyNs() / effort.latencyRounds()));
            }
        }
        figures.report(DEVICE, rates);
    }

    private static long append(Path directory, int sizeBytes, long messages) throws Exception {
        ByteBuffer message = ByteBuffer.allocateDirect(sizeBytes);
        try (FileChannel file =
                FileChannel.open(directory.resolve("file"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long startNs = System.nanoTime();
            for (long n = 0; n < messages; n++) {
                message.putLong(0, n);
                file.write(message.clear());
            }
            return System.nanoTime() - startNs;
        }
    }

    /** Returns how often per second one thread writes 4 KiB and forces them, in a file with allocated blocks. */
    static double forcedWrites(Path path, long durationNs) throws Exception {
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int i = 0; i < BLOCKS; i++) {
                file.write(block.clear(), (long) i * BLOCK_BYTES);
            }
            file.force(true);
            long startNs = System.nanoTime();
            long writes = 0;
            do {
                file.write(block.clear(), writes % BLOCKS * BLOCK_BYTES);
                file.force(false);
                writes++;
            } while (System.nanoTime() - startNs < durationNs);
            return writes * (double) TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - startNs);
        }
    }
}
