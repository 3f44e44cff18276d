package io.millrace.prove;

import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.FrameBatch;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.Ownership;
import io.millrace.journal.Period;
import io.millrace.journal.Probe;
import io.millrace.journal.Step;
import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that appends messages and is killed. It notes in a mapped file how many it has appended; when it reaches
 * the step at which it is to die, it writes one byte to its output and does nothing more in that thread, so that the
 * other threads go on until the kill.
 */
final class CrashWriter implements AutoCloseable {

    static final String POSITION = "reader-";

    private static final int BATCH = 3;
    private static final int PROGRESS_BYTES = 4096;
    private static final int PERIODS_OFFSET = 64;

    /** A single owner closes a period about so often. */
    private static final int PERIOD_MESSAGES = 400;

    private static final long END_TIMEOUT_S = 120;

    private final Process process;
    private final MappedFile progress;

    /**
     * What to start.
     *
     * @param journal the directory of the journal
     * @param options how to open it
     * @param seed of the messages
     * @param writer number of this writer
     * @param count messages to append
     * @param step where to die, or null
     * @param hit at which reaching of the step, from 1
     */
    record Plan(Path journal, JournalOptions options, long seed, int writer, int count, Step step, int hit) {}

    private CrashWriter(Process process, MappedFile progress) {
        this.process = process;
        this.progress = progress;
    }

    static JournalOptions options(Ownership ownership, Durability durability) {
        return JournalOptions.defaults()
                .withOwnership(ownership)
                .withDurability(durability)
                .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
                .withFenceAfter(Duration.ofSeconds(5));
    }

    static CrashWriter start(Path scratch, Plan plan) throws IOException {
        Path file = scratch.resolve("progress-" + plan.writer());
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(PROGRESS_BYTES);
        }
        List<String> command = List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                CrashWriter.class.getName(),
                plan.journal().toString(),
                plan.options().ownership().name(),
                plan.options().durability().name(),
                Long.toString(plan.seed()),
                Integer.toString(plan.writer()),
                Integer.toString(plan.count()),
                file.toString(),
                plan.step() == null ? "none" : plan.step().name(),
                Integer.toString(plan.hit()));
        Process process = new ProcessBuilder(command)
                .redirectError(scratch.resolve("errors-" + plan.writer()).toFile())
                .start();
        return new CrashWriter(process, MappedFile.open(file, Access.READ_ONLY, 0, PROGRESS_BYTES));
    }

    /** Returns how many messages the process knows to be appended. */
    long appended() {
        return Memory.getLongAcquire(progress.segment(), 0);
    }

    /** Returns how many periods the process knows to have been in force. */
    long periods() {
        return Memory.getLongAcquire(progress.segment(), PERIODS_OFFSET);
    }

    /** Waits until the process is at its step, or has ended without reaching it; returns whether it is. */
    boolean awaitStep() throws IOException {
        return process.getInputStream().read() >= 0;
    }

    /** Waits until the process has appended so many messages, or has ended. */
    void awaitAppended(long count) {
        while (appended() < count && process.isAlive()) {
            LockSupport.parkNanos(50_000);
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Waits for a process that nobody kills. */
    void awaitEnd(Path scratch, int writer) throws InterruptedException, IOException {
        if (!process.waitFor(END_TIMEOUT_S, TimeUnit.SECONDS)) {
            throw new ProofException("a writer did not end: writer=" + writer + " timeoutS=" + END_TIMEOUT_S
                    + " appended=" + appended());
        }
        if (process.exitValue() != 0) {
            throw new ProofException("a writer that nobody killed has failed: writer=" + writer + " exit="
                    + process.exitValue() + " errors=" + Files.readString(scratch.resolve("errors-" + writer)));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        progress.close();
    }

    /** The process itself. */
    public static void main(String[] args) {
        Path directory = Path.of(args[0]);
        JournalOptions options = options(Ownership.valueOf(args[1]), Durability.valueOf(args[2]));
        long seed = Long.parseLong(args[3]);
        int writer = Integer.parseInt(args[4]);
        int count = Integer.parseInt(args[5]);
        Step step = args[7].equals("none") ? null : Step.valueOf(args[7]);
        AtomicInteger hitsLeft = new AtomicInteger(Integer.parseInt(args[8]));
        Probe probe = reached -> {
            if (reached == step && hitsLeft.decrementAndGet() == 0) {
                tellParent();
                while (true) {
                    LockSupport.park();
                }
            }
        };
        try (MappedFile progress = MappedFile.open(Path.of(args[6]), Access.READ_WRITE, 0, PROGRESS_BYTES);
                Journal journal = Journal.open(directory, options, probe);
                Appender appender = journal.appender();
                Arena arena = Arena.ofConfined()) {
            NamedPosition position = journal.position(POSITION + writer);
            MemorySegment message = arena.allocate(Message.MAX_BYTES, Long.BYTES);
            long nextPeriod = options.ownership() == Ownership.SINGLE ? PERIOD_MESSAGES : Long.MAX_VALUE;
            for (long sequence = 0; sequence < count; ) {
                if (sequence >= nextPeriod) {
                    nextPeriod += PERIOD_MESSAGES;
                    Period period = PeriodFrames.open(journal, appender, sequence);
                    Memory.setLongRelease(progress.segment(), PERIODS_OFFSET, period.number());
                }
                sequence = append(appender, message, seed, writer, sequence);
                if (options.durability() == Durability.SYNCED && sequence % 16 == 0) {
                    appender.awaitSynced(appender.lastIndex());
                }
                Memory.setLongRelease(progress.segment(), 0, sequence);
                position.set(appender.lastIndex());
            }
        }
    }

    private static void tellParent() {
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
            out.write('K');
        } catch (IOException e) {
            throw new ProofException("the step cannot be told", e);
        }
    }

    private static long append(Appender appender, MemorySegment message, long seed, int writer, long sequence) {
        if (sequence % 4 != 0) {
            int length = Message.write(message, 0, seed, writer, sequence);
            long index = appender.append(message, 0, length);
            if (index == Index.NONE) {
                throw new ProofException("an append has no index: sequence=" + sequence);
            }
            return sequence + 1;
        }
        FrameBatch batch = appender.batch();
        for (int i = 0; i < BATCH; i++) {
            long offset = batch.begin(FrameKind.DATA, Message.MAX_BYTES);
            batch.end(Message.write(batch.memory(), offset, seed, writer, sequence + i));
        }
        appender.publish(Appender.ANY_SEGMENT);
        return sequence + BATCH;
    }
}
