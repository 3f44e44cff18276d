package io.millrace.measure;

import io.millrace.concurrent.ThreadAffinity;
import io.millrace.measure.Schedule.Ticket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/** One run of a harness, or its warm-up: issues the schedule, waits for the operations, and computes the result. */
final class HarnessRun {
    private static final long START_DELAY_NS = 10_000_000;
    private static final long CHECK_NS = 1_000_000;
    private static final long FAREWELL_NS = 2_000_000_000;
    private static final long NS_PER_MS = 1_000_000;

    private final Harness harness;
    private final HarnessOptions options;
    private final NanoClock clock;
    private final InFlightOperations operations;
    private final Callable<? extends HarnessTask> tasks;
    private final long startNs;
    private final long endNs;
    private final Schedule schedule;
    private final boolean isCalled;
    private final List<Thread> issuers = new ArrayList<>();
    private final AtomicReference<Exception> broken = new AtomicReference<>();
    /** Counted here, since for a virtual clock a thread ends before it does for the system. */
    private final AtomicInteger issuing = new AtomicInteger();

    private volatile boolean isOver;
    private long lastIssuedNs;

    /** Whether times count. */
    enum Phase {
        WARM_UP,
        RUN
    }

    HarnessRun(Harness harness, Callable<? extends HarnessTask> tasks, Phase phase, long firstSequence) {
        this.harness = harness;
        this.options = harness.options();
        this.clock = harness.clock();
        this.operations = harness.operations();
        this.tasks = tasks;
        this.isCalled = options.completion() == Completion.ON_RETURN && !harness.hasStages();
        this.startNs = clock.nanoTime() + START_DELAY_NS;
        boolean isWarmUp = phase == Phase.WARM_UP;
        long durationNs = isWarmUp ? options.warmUpNs() : options.durationNs();
        this.endNs = saturated(startNs, durationNs);
        this.schedule = new Schedule(
                options.arrivals(),
                startNs,
                durationNs,
                isWarmUp ? Long.MAX_VALUE : options.iterations(),
                firstSequence);
        operations.start(firstSequence, !isWarmUp);
    }

    private static long saturated(long timeNs, long durationNs) {
        return durationNs > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : timeNs + durationNs;
    }

    /** Runs to the end; writes intervals to the log, if there is one. */
    RunResult result(IntervalLogWriter log, long logStartNs) {
        harness.recorders().forEach(LatencyRecorder::reset);
        harness.allocation().reset();
        for (int i = 0; i < options.issuers(); i++) {
            int number = i;
            Thread issuer = clock.thread(options.name() + "-issuer-" + i, () -> issueAll(number));
            issuer.setDaemon(true);
            issuers.add(issuer);
        }
        issuing.set(issuers.size());
        issuers.forEach(Thread::start);
        long intervalStartNs = startNs;
        while (!isComplete()) {
            clock.sleepNs(nextLookNs(intervalStartNs));
            long now = clock.nanoTime();
            if (now - intervalStartNs >= options.logIntervalNs()) {
                flush(log, intervalStartNs - logStartNs, now - intervalStartNs);
                intervalStartNs = now;
            }
        }
        isOver = true;
        long finishedNs = clock.nanoTime();
        dismissIssuers();
        harness.machine().close();
        RunResult result = closeBooks(finishedNs);
        flush(log, intervalStartNs - logStartNs, finishedNs - intervalStartNs);
        if (broken.get() != null) {
            throw new MeasureException("cannot create task name=" + options.name(), broken.get());
        }
        return withHistograms(result);
    }

    /** Returns the time of the next check: seldom while the schedule runs, often while the rest is drained. */
    private long nextLookNs(long intervalStartNs) {
        long now = clock.nanoTime();
        if (now >= endNs || endNs == Long.MAX_VALUE) {
            return now + CHECK_NS;
        }
        return Math.min(endNs, saturated(intervalStartNs, options.logIntervalNs()));
    }

    private boolean isComplete() {
        long now = clock.nanoTime();
        boolean issuing = this.issuing.get() > 0;
        boolean answered = operations.completed() + operations.failed() >= operations.issued();
        if (broken.get() != null || (!issuing && answered)) {
            return true;
        }
        if (endNs == Long.MAX_VALUE) {
            // Bound by a number of operations: the time to drain begins when the last one was issued.
            lastIssuedNs = issuing ? now : lastIssuedNs;
            return now - lastIssuedNs >= options.drainNs();
        }
        return now - endNs >= options.drainNs();
    }

    private void issueAll(int number) {
        harness.allocation().enter();
        try (HarnessTask task = tasks.call()) {
            if (!options.cores().isEmpty()) {
                ThreadAffinity.pin(options.cores().get(number % options.cores().size()));
            }
            Ticket ticket = new Ticket();
            IssuerTimes times = operations.newIssuer();
            while (!isOver && schedule.claim(ticket)) {
                long nowNs = clock.awaitNs(ticket.intendedNs());
                if (isOver) {
                    operations.neverIssued(ticket.intendedNs(), nowNs);
                } else if (isCalled) {
                    call(task, times, ticket, nowNs);
                } else {
                    issue(task, ticket, nowNs);
                }
            }
        } catch (Exception e) {
            broken.compareAndSet(null, e);
        } finally {
            harness.allocation().leave();
            issuing.decrementAndGet();
        }
    }

    /** Runs an operation outside the ring, since no other thread has to recognise it. */
    private void call(HarnessTask task, IssuerTimes times, Ticket ticket, long startedNs) {
        times.called(startedNs - ticket.intendedNs());
        try {
            task.issue(ticket.sequence(), ticket.intendedNs());
        } catch (Exception e) {
            operations.failedCall(times, ticket.intendedNs(), startedNs, clock.nanoTime());
            return;
        }
        operations.returnedCall(times, ticket.intendedNs(), startedNs, clock.nanoTime());
    }

    private void issue(HarnessTask task, Ticket ticket, long startedNs) {
        long sequence = ticket.sequence();
        operations.begin(sequence, ticket.intendedNs(), startedNs);
        try {
            task.issue(sequence, ticket.intendedNs());
        } catch (Exception e) {
            operations.fail(sequence, clock.nanoTime());
            return;
        }
        if (options.completion() == Completion.ON_RETURN) {
            operations.complete(sequence, clock.nanoTime());
        }
    }

    /** Gives issuing threads a moment to notice the end; a thread that is stuck in its task is abandoned. */
    private void dismissIssuers() {
        long untilNs = clock.nanoTime() + FAREWELL_NS;
        boolean interrupted = false;
        while (issuing.get() > 0 && clock.nanoTime() - untilNs < 0) {
            if (!interrupted) {
                issuers.forEach(Thread::interrupt);
                interrupted = true;
            }
            clock.sleepNs(clock.nanoTime() + CHECK_NS);
        }
    }

    private RunResult closeBooks(long finishedNs) {
        operations.unfinishedCalls();
        Ticket ticket = new Ticket();
        while (schedule.claim(ticket)) {
            operations.neverIssued(ticket.intendedNs(), finishedNs);
        }
        operations.gather();
        long due = schedule.claimed();
        long issued = operations.issued();
        long completed = operations.completed();
        long failed = operations.failed();
        long bytes = harness.allocation().bytes();
        return new RunResult(
                due,
                completed,
                failed,
                issued - completed - failed,
                due - issued,
                operations.unmatched(),
                harness.recorders().stream().mapToLong(LatencyRecorder::clamped).sum(),
                finishedNs - startNs,
                bytes < 0 || issued == 0 ? Double.NaN : (double) bytes / issued,
                Map.of());
    }

    private RunResult withHistograms(RunResult books) {
        Map<String, Histogram> histograms = new LinkedHashMap<>();
        for (LatencyRecorder recorder : harness.recorders()) {
            histograms.put(recorder.tag(), recorder.total());
        }
        return new RunResult(
                books.due(),
                books.completed(),
                books.failed(),
                books.unfinished(),
                books.unissued(),
                books.unmatched(),
                books.clamped(),
                books.elapsedNs(),
                books.bytesPerOperation(),
                histograms);
    }

    private void flush(IntervalLogWriter log, long fromNs, long lengthNs) {
        operations.gather();
        for (LatencyRecorder recorder : harness.recorders()) {
            Histogram interval = recorder.interval();
            if (log != null && interval.getTotalCount() > 0) {
                log.write(recorder.tag(), fromNs / NS_PER_MS, lengthNs / NS_PER_MS, interval);
            }
        }
    }
}
