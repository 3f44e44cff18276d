package io.millrace.journal;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.JavaCommand;
import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that appends {@code name:0, name:1, ...}, every fifth time three of them as a batch, and counts the
 * published messages in a mapped file. At a chosen fail point it can send itself a signal.
 */
final class WriterProcess implements AutoCloseable {

    static final int SEGMENT_BYTES = 1 << 16;
    static final Duration FENCE_AFTER = Duration.ofSeconds(2);

    private static final int MIXED = 5;
    private static final int BATCH = 3;
    private static final int COUNTER_BYTES = 4096;
    private static final int PID_OFFSET = 8;

    private final Process process;
    private final MappedFile counter;

    /** The plan of the process: on hit number {@code hit} of {@code step}, it sends itself {@code signal}. */
    record Plan(Path journal, JournalOptions options, String name, int count, FailPoint step, int hit, String signal) {
        static Plan of(Path journal, JournalOptions options, String name, int count) {
            return new Plan(journal, options, name, count, null, 0, "none");
        }

        Plan signalling(FailPoint newStep, int newHit, String newSignal) {
            return new Plan(journal, options, name, count, newStep, newHit, newSignal);
        }
    }

    private WriterProcess(Process process, MappedFile counter) {
        this.process = process;
        this.counter = counter;
    }

    static JournalOptions options(Ownership ownership) {
        return JournalOptions.defaults()
                .withOwnership(ownership)
                .withSegmentSizeBytes(SEGMENT_BYTES)
                .withFenceAfter(FENCE_AFTER);
    }

    static WriterProcess start(Path scratch, Plan plan) throws IOException {
        return start(scratch, plan, List.of());
    }

    /** Starts it with another command, whose own arguments come first. */
    static WriterProcess start(Path scratch, Plan plan, List<String> by) throws IOException {
        Path counterFile = scratch.resolve("counter-" + plan.name() + "-" + System.nanoTime());
        try (RandomAccessFile file = new RandomAccessFile(counterFile.toFile(), "rw")) {
            file.setLength(COUNTER_BYTES);
        }
        JavaCommand command = JavaCommand.of(
                WriterProcess.class,
                plan.journal().toString(),
                plan.options().ownership().name(),
                plan.options().durability().name(),
                plan.name(),
                Integer.toString(plan.count()),
                counterFile.toString(),
                plan.step() == null ? "none" : plan.step().name(),
                Integer.toString(plan.hit()),
                plan.signal());
        Process process = command.withFlags("-XX:ErrorFile=" + scratch.resolve("hs_err_%p.log"))
                .startedBy(by.toArray(String[]::new))
                .builder()
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("output-" + plan.name()).toFile())
                .start();
        return new WriterProcess(process, MappedFile.open(counterFile, Access.READ_ONLY, 0, COUNTER_BYTES));
    }

    /** Returns how many messages it has published, or up to a batch fewer. */
    long published() {
        return Memory.getLongAcquire(counter.segment(), 0);
    }

    /** Returns the process number as the process itself sees it. */
    long ownPid() {
        return Memory.getLongAcquire(counter.segment(), PID_OFFSET);
    }

    void awaitPublished(long count) {
        Await.until(
                "the writer has published " + count + " or has ended",
                () -> published() >= count || !process.isAlive(),
                () -> "published=" + published());
    }

    /** Waits for its end and returns its exit value; after a kill 137. */
    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            throw new AssertionError("the process did not end: pid=" + process.pid());
        }
        return process.exitValue();
    }

    /** Kills it; a process that was started by another command is killed with that command. */
    void kill() throws InterruptedException {
        List<ProcessHandle> children = process.descendants().toList();
        if (children.isEmpty()) {
            process.destroyForcibly();
        }
        children.forEach(ProcessHandle::destroyForcibly);
        awaitEnd();
    }

    void signal(String signal) throws IOException, InterruptedException {
        signal(process.pid(), signal);
    }

    boolean isStopped() throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
    }

    boolean isAlive() {
        return process.isAlive();
    }

    private static void signal(long pid, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        counter.close();
    }

    /** Runs in the child process. */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        JournalOptions options = options(Ownership.valueOf(args[1])).withDurability(Durability.valueOf(args[2]));
        int count = Integer.parseInt(args[4]);
        FailPoint signalStep = args[6].equals("none") ? null : FailPoint.valueOf(args[6]);
        int[] hitsLeft = {Integer.parseInt(args[7])};
        FaultInjector injector = step -> {
            if (step == signalStep && --hitsLeft[0] == 0) {
                signalSelf(args[8]);
            }
        };
        try (MappedFile counter = MappedFile.open(Path.of(args[5]), Access.READ_WRITE, 0, COUNTER_BYTES);
                Journal journal = Journal.open(directory, options, injector);
                Appender appender = journal.appender()) {
            Memory.setLongRelease(
                    counter.segment(), PID_OFFSET, ProcessHandle.current().pid());
            for (int i = 0; i < count; ) {
                int published = publish(appender, args[3] + ":", i);
                if (options.durability() == Durability.SYNCED && i % 50 == 0) {
                    appender.awaitSynced(appender.lastIndex());
                }
                i += published;
                Memory.setLongRelease(counter.segment(), 0, i);
            }
        }
    }

    private static int publish(Appender appender, String prefix, int number) {
        if (number % MIXED != 0) {
            Messages.append(appender, prefix + number);
            return 1;
        }
        for (int i = 0; i < BATCH; i++) {
            Messages.add(appender.batch(), FrameKind.DATA, prefix + (number + i));
        }
        appender.publish(Appender.ANY_SEGMENT);
        return BATCH;
    }

    private static void signalSelf(String signal) {
        try {
            signal(ProcessHandle.current().pid(), signal);
            Thread.sleep(5); // a signal is not always delivered before the command has ended
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
