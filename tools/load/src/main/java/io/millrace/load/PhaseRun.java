package io.millrace.load;

import io.millrace.measure.IntervalLogWriter;
import io.millrace.measure.LatencyRecorder;
import io.millrace.measure.NanoClock;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Runs one phase to its end, interval by interval, and computes its result. */
final class PhaseRun {
    private static final long CHECK_NS = 1_000_000;
    private static final long SETTLE_NS = 1_000_000_000;
    private static final long NS_PER_MS = 1_000_000;
    private static final double NS_PER_SECOND = 1e9;

    private final Load load;
    private final LoadOptions options;
    private final NanoClock clock;
    private final LoadThreads threads;
    private final LoadPhase phase;
    private final String name;
    private final LoadObserver observer;
    private final IntervalLogWriter log;
    private final long logStartNs;
    private final Histogram unfinished = LatencyRecorder.newHistogram();
    private final InFlightSamples inFlight = new InFlightSamples();
    private long intervalStartNs;
    private long issued;

    PhaseRun(
            Load load,
            LoadThreads threads,
            LoadPhase phase,
            String name,
            LoadObserver observer,
            IntervalLogWriter log) {
        this.load = load;
        this.options = load.options();
        this.clock = load.clock();
        this.threads = threads;
        this.phase = phase;
        this.name = name;
        this.observer = observer;
        this.log = log;
        this.logStartNs = clock.nanoTime();
        this.intervalStartNs = phase.startNs();
    }

    /** Runs to the end. */
    LoadResult toEnd() {
        threads.begin(phase);
        while (!isComplete()) {
            clock.sleepNs(nextLookNs());
            threads.checkBroken();
            look();
            if (clock.nanoTime() - intervalStartNs >= options.intervalNs()) {
                interval();
            }
        }
        long finishedNs = clock.nanoTime();
        phase.end();
        giveUp(finishedNs);
        threads.awaitLeft(phase);
        // Operations that a thread issued while the phase ended.
        giveUp(finishedNs);
        return closeBooks(finishedNs);
    }

    /** Notes how many operations are in flight, while the schedule runs. */
    private void look() {
        long nowNs = clock.nanoTime();
        if (nowNs >= phase.startNs() && nowNs < phase.endNs() && phase.issuing() > 0) {
            inFlight.add(nowInFlight());
        }
    }

    private long nowInFlight() {
        // In this order no operation can be over that was not counted as issued; one that began in between is no longer
        // in flight.
        long ended = phase.recorder().ended();
        return Math.min(sumIssued() - ended, allowedInFlight());
    }

    private long allowedInFlight() {
        return (long) options.threads() * options.inFlight();
    }

    /** Returns how many operations were issued; after the end. */
    long issued() {
        return issued;
    }

    /** Returns the time of the next check: seldom while the schedule runs, often while the rest is drained. */
    private long nextLookNs() {
        long nowNs = clock.nanoTime();
        if (nowNs >= phase.endNs() || phase.issuing() == 0) {
            return nowNs + CHECK_NS;
        }
        long soonNs = Math.min(phase.endNs(), Math.max(nowNs, phase.startNs()) + inFlight.nextNs());
        return Math.max(nowNs, Math.min(soonNs, intervalStartNs + options.intervalNs()));
    }

    private boolean isComplete() {
        long nowNs = clock.nanoTime();
        if (load.isStopped() && nowNs >= phase.startNs()) {
            return true;
        }
        boolean isQuiet = phase.issuing() == 0 && phase.recorder().ended() >= sumIssued();
        return isQuiet || nowNs - phase.endNs() >= options.drainNs();
    }

    private long sumIssued() {
        return threads.parts(phase).stream().mapToLong(PhaseIssuer::issued).sum();
    }

    private LoadResult closeBooks(long finishedNs) {
        List<PhaseIssuer> parts = threads.parts(phase);
        // A thread that has completed an operation may not have recorded it yet.
        issued = sumIssued();
        long untilNs = clock.nanoTime() + SETTLE_NS;
        while (phase.recorder().ended() + unfinished.getTotalCount() < issued && clock.nanoTime() < untilNs) {
            clock.sleepNs(clock.nanoTime() + CHECK_NS);
        }
        interval();
        List<KindTimes> kinds = kinds();
        long ended = kinds.stream()
                .mapToLong(kind -> kind.completed().count() + kind.failed().count())
                .sum();
        Histogram unissued = LatencyRecorder.newHistogram();
        long due = issued;
        if (options.mode().hasSchedule()) {
            due = Math.max(issued, phase.dueBefore(finishedNs));
            new UnissuedAges(phase, unissued).collect(parts, due, finishedNs);
        }
        logAges(unfinished, unissued, finishedNs);
        return new LoadResult(
                due,
                issued - ended,
                due - issued,
                phase.unmatched().sum(),
                Math.max(1, finishedNs - phase.startNs()),
                kinds,
                unfinished,
                unissued,
                phase.failures().reasons(),
                concurrency(kinds, due, finishedNs),
                kept(parts, due - issued, finishedNs),
                parts.stream().map(PhaseIssuer::cost).reduce(IssuerCost.NOTHING, IssuerCost::plus),
                load.gc().total(),
                load.hiccups().total());
    }

    private Concurrency concurrency(List<KindTimes> kinds, long due, long finishedNs) {
        Times ended = Times.empty();
        for (KindTimes kind : kinds) {
            ended.add(kind.completed());
            ended.add(kind.failed());
        }
        double seconds = Math.max(1, Math.min(finishedNs, phase.endNs()) - phase.startNs()) / NS_PER_SECOND;
        long counted = options.mode().hasSchedule() ? due : ended.count();
        return new Concurrency(
                counted / seconds,
                ended.count() == 0 ? 0 : ended.service().getMean(),
                inFlight.mean(),
                allowedInFlight());
    }

    private void giveUp(long finishedNs) {
        for (PhaseIssuer part : threads.parts(phase)) {
            part.pool().giveUp(operation -> unfinished.recordValue(inRange(finishedNs - operation.intendedNs())));
        }
    }

    private ScheduleKept kept(List<PhaseIssuer> parts, long unissued, long finishedNs) {
        Lateness all = new Lateness();
        parts.forEach(part -> all.add(part.lateness()));
        double threadNs = (double) Math.min(finishedNs, phase.endNs()) - phase.startNs();
        return ScheduleKept.of(all, issued, unissued, threadNs * options.threads());
    }

    private static long inRange(long ns) {
        return Math.clamp(ns, 0, LatencyRecorder.HIGHEST_NS);
    }

    private List<KindTimes> kinds() {
        List<KindTimes> kinds = new ArrayList<>();
        List<OutcomeTimes> totals = phase.recorder().totals();
        for (int i = 0; i < totals.size(); i++) {
            OutcomeTimes total = totals.get(i);
            kinds.add(new KindTimes(load.workload().operations().get(i).name(), total.completed(), total.failed()));
        }
        return kinds;
    }

    /** Ends the interval: writes it to the log and to the observer. */
    private void interval() {
        long nowNs = clock.nanoTime();
        long lengthNs = nowNs - intervalStartNs;
        if (lengthNs <= 0) {
            return;
        }
        List<OutcomeTimes> kinds = phase.recorder().interval();
        OutcomeTimes all = OutcomeTimes.empty();
        for (int i = 0; i < kinds.size(); i++) {
            all.add(kinds.get(i));
            String kind = load.workload().operations().get(i).name();
            write(kind, kinds.get(i).completed(), lengthNs);
            write(kind + "-err", kinds.get(i).failed(), lengthNs);
        }
        Histogram gc = load.gc().interval();
        Histogram hiccups = load.hiccups().interval();
        write("gc", gc, intervalStartNs, lengthNs);
        write("hiccup", hiccups, intervalStartNs, lengthNs);
        long nowInFlight = nowInFlight();
        long nowIssued = sumIssued();
        observer.interval(new LoadProgress(
                name,
                nowNs - phase.startNs(),
                lengthNs,
                all.completed().count(),
                all.failed().count(),
                nowInFlight,
                backlog(nowNs, nowIssued),
                all.completed(),
                gc,
                hiccups));
        intervalStartNs = nowNs;
    }

    private long backlog(long nowNs, long nowIssued) {
        boolean canTell = options.mode().hasSchedule() && phase.isEven();
        return canTell ? Math.max(0, phase.dueBefore(nowNs) - nowIssued) : 0;
    }

    private void write(String tag, Times times, long lengthNs) {
        write(tag + "-rt", times.response(), intervalStartNs, lengthNs);
        write(tag + "-st", times.service(), intervalStartNs, lengthNs);
        write(tag + "-wt", times.waiting(), intervalStartNs, lengthNs);
    }

    private void write(String tag, Histogram histogram, long startNs, long lengthNs) {
        if (log != null && histogram.getTotalCount() > 0) {
            log.write(tag, (startNs - logStartNs) / NS_PER_MS, Math.max(1, lengthNs / NS_PER_MS), histogram);
        }
    }

    private void logAges(Histogram unfinished, Histogram unissued, long finishedNs) {
        long startNs = phase.startNs();
        long lengthNs = Math.max(NS_PER_MS, finishedNs - startNs);
        write("unfinished", unfinished, startNs, lengthNs);
        write("unissued", unissued, startNs, lengthNs);
    }
}
