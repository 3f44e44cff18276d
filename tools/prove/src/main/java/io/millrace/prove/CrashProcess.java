package io.millrace.prove;

import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process of {@link CrashWriter}s, one for each plan, from the view of the process that kills it. */
final class CrashProcess implements AutoCloseable {

    static final int PROGRESS_BYTES = 4096;
    static final int APPENDED_OFFSET = 0;
    static final int PERIODS_OFFSET = 64;
    static final int POSITIONS_OFFSET = 128;

    private static final long END_TIMEOUT_S = 120;

    private final List<CrashPlan> plans;
    private final Process process;
    private final Path errors;
    private final List<MappedFile> progress = new ArrayList<>();

    private CrashProcess(List<CrashPlan> plans, Process process, Path errors) {
        this.plans = plans;
        this.process = process;
        this.errors = errors;
    }

    static CrashProcess start(List<CrashPlan> plans) throws IOException {
        return start(CrashWriter.class, plans);
    }

    /** Starts a class that takes plans and reports the state of its writers, as {@link CrashWriter} does. */
    static CrashProcess start(Class<?> main, List<CrashPlan> plans) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (CrashPlan plan : plans) {
            arguments.addAll(plan.arguments());
            try (RandomAccessFile access = new RandomAccessFile(plan.progress().toFile(), "rw")) {
                access.setLength(PROGRESS_BYTES);
            }
        }
        CrashPlan first = plans.getFirst();
        Path errors = first.scratch().resolve("errors-" + first.writer());
        Process process = JavaCommand.start(main, arguments, errors);
        CrashProcess started = new CrashProcess(plans, process, errors);
        for (CrashPlan plan : plans) {
            started.progress.add(MappedFile.open(plan.progress(), Access.READ_ONLY, 0, PROGRESS_BYTES));
        }
        return started;
    }

    /** Returns how many messages the writer of a plan knows to be appended. */
    long appended(int plan) {
        return Memory.getLongAcquire(progress.get(plan).segment(), APPENDED_OFFSET);
    }

    /** Returns how many periods the writer of a plan knows to have been in force. */
    long periods(int plan) {
        return Memory.getLongAcquire(progress.get(plan).segment(), PERIODS_OFFSET);
    }

    /** Returns how many named positions the writer of a plan knows to be made. */
    long positions(int plan) {
        return Memory.getLongAcquire(progress.get(plan).segment(), POSITIONS_OFFSET);
    }

    /** Waits until each writer has stopped at its step or ended without reaching it; returns those that stopped. */
    boolean[] awaitSteps() throws IOException {
        boolean[] stands = new boolean[plans.size()];
        for (int i = 0; i < stands.length; i++) {
            int told = process.getInputStream().read();
            if (told < 0) {
                throw new ProofException("a process failed before it was killed errors=" + errors());
            }
            if (told >> 1 >= stands.length) {
                throw new ProofException(
                        "a process wrote an unexpected progress byte byte=" + told + " errors=" + errors());
            }
            stands[told >> 1] = (told & 1) != 0;
        }
        return stands;
    }

    /** Returns whether a writer has stopped at its step or ended, which {@link #awaitSteps} has not said yet. */
    boolean hasTold() throws IOException {
        return process.getInputStream().available() > 0;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a signal, and returns whether the process was there. */
    boolean signal(String name) throws IOException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        return kill.onExit().join().exitValue() == 0;
    }

    /** Waits until all writers together have appended so many messages, or the process has ended. */
    void awaitAppended(long count) {
        while (process.isAlive()) {
            long appended = 0;
            for (int plan = 0; plan < plans.size(); plan++) {
                appended += appended(plan);
            }
            if (appended >= count) {
                return;
            }
            LockSupport.parkNanos(50_000);
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Waits for a process that is not killed. */
    void awaitEnd() throws InterruptedException, IOException {
        if (!process.waitFor(END_TIMEOUT_S, TimeUnit.SECONDS)) {
            throw new ProofException("a process that was not killed did not end timeoutS=" + END_TIMEOUT_S);
        }
        if (process.exitValue() != 0) {
            throw new ProofException(
                    "a process that was not killed has failed exit=" + process.exitValue() + " errors=" + errors());
        }
    }

    private String errors() throws IOException {
        return Files.readString(errors);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        progress.forEach(MappedFile::close);
    }
}
