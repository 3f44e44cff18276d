package io.millrace.benchmarks;

import io.millrace.benchmarks.LogUnderTest.ReadCheck;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import io.millrace.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.HdrHistogram.Histogram;

/**
 * Reference values, all for messages of 40 bytes:
 *
 * <ul>
 *   <li>messages copied one after the other into a new mapped file, without other work, and into one file after the
 *       other until the system writes them out meanwhile;
 *   <li>messages, each after its length, read in a new mapping, where only the first word of each is read;
 *   <li>messages sent on a schedule through a new mapping, with the length stored last, to a thread that polls the
 *       length;
 *   <li>40 bytes encrypted from one array into another by the JDK's AES-256-GCM with 28 bytes of associated data.
 * </ul>
 */
public final class MappingWorkload implements Workload {
    static final String CIPHER = "AES-256-GCM 40 B";

    private static final int SIZE_BYTES = 40;
    private static final long FRAME_BYTES = Long.BYTES + SIZE_BYTES;
    private static final int ASSOCIATED_BYTES = 28;
    private static final int TAG_BITS = 128;
    private static final double NS_PER_MICRO = 1e3;

    /** Creates the workload; a fork calls this. */
    public MappingWorkload() {}

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        AppendRounds.run(MappingWorkload::append, effort, directory, figures);
        if (figures.isWanted(JournalWorkload.READ_40)) {
            walks(effort, directory, figures);
        }
        LatencyRounds.run((run, _) -> latency(directory, run), List.of(ReadCheck.HEADER), effort, figures);
        if (figures.isWanted(SustainedAppend.CASE)) {
            JournalStage.SUSTAINED.begin();
            SustainedAppend.copy(effort, directory, figures);
        }
        if (figures.isWanted(CIPHER)) {
            encryptions(effort, figures);
        }
    }

    private static void walks(Effort effort, Path directory, Figures figures) throws Exception {
        List<Double> walks = new ArrayList<>();
        JournalStage.APPEND_1024.begin();
        for (int i = 0; i < effort.warmUpRounds() + effort.measuredRounds(); i++) {
            Turn.next();
            try (WorkDirectory fresh = WorkDirectory.create(directory)) {
                double rate = walk(fresh.path().resolve("file"), effort.roundMessages());
                if (i >= effort.warmUpRounds()) {
                    walks.add(rate);
                }
            }
        }
        figures.report(JournalWorkload.READ_40, walks);
    }

    private static void encryptions(Effort effort, Figures figures) throws Exception {
        List<Double> rates = new ArrayList<>();
        JournalStage.ENCRYPTED.begin();
        for (int i = 0; i < effort.warmUpRounds() + effort.measuredRounds(); i++) {
            Turn.next();
            double rate = encrypt(effort.roundMessages() / 10);
            if (i >= effort.warmUpRounds()) {
                rates.add(rate);
            }
        }
        figures.report(CIPHER, rates);
    }

    private static long append(Path directory, int sizeBytes, long messages) throws Exception {
        try (Arena arena = Arena.ofConfined();
                FileChannel file = FileChannel.open(
                        directory.resolve("file"),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            MemorySegment mapping = file.map(MapMode.READ_WRITE, 0, messages * sizeBytes, arena);
            MemorySegment message = arena.allocate(sizeBytes, Long.BYTES);
            long startNs = System.nanoTime();
            for (long n = 0; n < messages; n++) {
                message.set(ValueLayout.JAVA_LONG, 0, n);
                MemorySegment.copy(message, 0, mapping, n * sizeBytes, sizeBytes);
            }
            return System.nanoTime() - startNs;
        }
    }

    private static double walk(Path path, long messages) throws Exception {
        try (FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment mapping = file.map(MapMode.READ_WRITE, 0, messages * FRAME_BYTES, arena);
                for (long n = 0; n < messages; n++) {
                    mapping.set(ValueLayout.JAVA_LONG, n * FRAME_BYTES, SIZE_BYTES);
                    mapping.set(ValueLayout.JAVA_LONG, n * FRAME_BYTES + Long.BYTES, n);
                }
            }
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment mapping = file.map(MapMode.READ_ONLY, 0, messages * FRAME_BYTES, arena);
                long startNs = System.nanoTime();
                long numbers = 0;
                long at = 0;
                while (at < mapping.byteSize()) {
                    long length = mapping.get(ValueLayout.JAVA_LONG, at);
                    numbers += mapping.get(ValueLayout.JAVA_LONG, at + Long.BYTES);
                    at += Long.BYTES + length;
                }
                double elapsedNs = System.nanoTime() - startNs;
                if (numbers != LogUnderTest.expectedNumbers(messages)) {
                    throw new BenchmarkException("the messages read differ from the written ones messages=" + messages);
                }
                return messages / elapsedNs * NS_PER_MICRO;
            }
        }
    }

    private static Histogram latency(Path directory, LatencyRun run) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                Arena arena = Arena.ofShared();
                FileChannel file = FileChannel.open(
                        fresh.path().resolve("file"),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            MemorySegment mapping = file.map(MapMode.READ_WRITE, 0, run.messages() * FRAME_BYTES, arena);
            return run.run(() -> new MappingSender(mapping), () -> new MappingReceiver(mapping));
        }
    }

    private static double encrypt(int messages) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        SecretKey key = new SecretKeySpec(new byte[32], "AES");
        byte[] nonce = new byte[12];
        byte[] associated = new byte[ASSOCIATED_BYTES];
        byte[] plain = new byte[SIZE_BYTES];
        byte[] encrypted = new byte[2 * SIZE_BYTES];
        long startNs = System.nanoTime();
        for (int n = 0; n < messages; n++) {
            nonce[11] = (byte) n;
            nonce[10] = (byte) (n >>> 8);
            nonce[9] = (byte) (n >>> 16);
            nonce[8] = (byte) (n >>> 24);
            cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(associated);
            cipher.doFinal(plain, 0, SIZE_BYTES, encrypted, 0);
        }
        return messages / (double) (System.nanoTime() - startNs) * NS_PER_MICRO;
    }

    /** Copies each message after the one before, and stores the length before it last. */
    private static final class MappingSender implements LatencyRun.Sender {
        private final MemorySegment mapping;
        private final MemorySegment message = Arena.ofAuto().allocate(SIZE_BYTES, Long.BYTES);
        private long at;

        MappingSender(MemorySegment mapping) {
            this.mapping = mapping;
        }

        @Override
        public void send(long content) {
            message.set(ValueLayout.JAVA_LONG, 0, content);
            MemorySegment.copy(message, 0, mapping, at + Long.BYTES, SIZE_BYTES);
            Memory.setLongRelease(mapping, at, SIZE_BYTES);
            at += FRAME_BYTES;
        }

        @Override
        public void close() {
            // the mapping is closed by its creator
        }
    }

    private static final class MappingReceiver implements LatencyRun.Receiver {
        private final MemorySegment mapping;
        private long at;

        MappingReceiver(MemorySegment mapping) {
            this.mapping = mapping;
        }

        @Override
        public long poll() {
            if (Memory.getLongAcquire(mapping, at) == 0) {
                return LatencyRun.NOTHING;
            }
            long content = mapping.get(ValueLayout.JAVA_LONG, at + Long.BYTES);
            at += FRAME_BYTES;
            return content;
        }

        @Override
        public void close() {
            // the mapping is closed by its creator
        }
    }
}
