package io.millrace.topology;

import io.millrace.service.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The thread of the section {@code heartbeat}. */
final class HeartbeatRun implements SectionRun {
    private final Path file;
    private final Duration every;
    private final SectionContext context;
    private final Thread thread;
    private volatile long written;
    private volatile boolean stopped;

    HeartbeatRun(Path file, Duration every, SectionContext context) {
        this.file = file;
        this.every = every;
        this.context = context;
        this.thread = Thread.ofPlatform().name("millrace-heartbeat").unstarted(this::run);
    }

    @Override
    public void start(RunPhase phase) {
        if (phase == RunPhase.AFTER_SERVICES) {
            thread.start();
        }
    }

    @Override
    public void stop(RunPhase phase) {
        if (phase == RunPhase.AFTER_SERVICES) {
            stopped = true;
            LockSupport.unpark(thread);
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Optional<SectionHealth> health() {
        return Optional.of(SectionHealth.of(SectionState.RUNNING).with("written", Long.toString(written)));
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
    private void run() {
        while (!stopped) {
            try {
                Files.writeString(file, context.view().health().state() + "\n");
                written++;
            } catch (IOException e) {
                context.report(Severity.ERROR, e);
            }
            LockSupport.parkNanos(every.toNanos());
        }
    }
}
