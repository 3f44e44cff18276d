package io.millrace.load;

import io.millrace.concurrent.ThreadAffinity;
import io.millrace.measure.NanoClock;
import java.util.ArrayList;
import java.util.List;

/** One thread of a run, from its session's beginning to its end. */
final class Issuer implements Runnable {
    private static final long LOOK_NS = 1_000_000;

    private final LoadThreads threads;
    private final LoadOptions options;
    private final Workload workload;
    private final Target target;
    private final NanoClock clock;
    private final int number;
    private final List<PhaseIssuer> phases = new ArrayList<>();

    Issuer(LoadThreads threads, LoadOptions options, Workload workload, Target target, NanoClock clock, int number) {
        this.threads = threads;
        this.options = options;
        this.workload = workload;
        this.target = target;
        this.clock = clock;
        this.number = number;
    }

    @Override
    public void run() {
        try {
            if (!options.cores().isEmpty()) {
                ThreadAffinity.pin(options.cores().get(number % options.cores().size()));
            }
            try (TargetSession session = target.prepareForIssuer(workload.operations())) {
                threads.ready();
                issuePhases(session);
            }
        } catch (Throwable e) {
            threads.broken(e);
        } finally {
            threads.left();
        }
    }

    private void issuePhases(TargetSession session) throws Exception {
        for (int i = 0; ; i++) {
            LoadPhase phase = threads.phase(i);
            while (phase == null) {
                if (threads.isFinished()) {
                    return;
                }
                // Earlier operations may still be answered.
                if (session instanceof PolledSession polled) {
                    polled.poll(LOOK_NS);
                } else {
                    clock.sleepNs(clock.nanoTime() + LOOK_NS);
                }
                phase = threads.phase(i);
            }
            try {
                issue(session, phase);
            } finally {
                phase.leave();
            }
        }
    }

    private void issue(TargetSession session, LoadPhase phase) throws Exception {
        // A thread that was stuck in the previous phase may have caused an interrupt of this thread too.
        Thread.interrupted();
        PhaseIssuer issuer = new PhaseIssuer(phase, clock, workload, session, options.inFlight());
        synchronized (phases) {
            phases.add(issuer);
        }
        issuer.issue(options.mode());
    }

    /** Returns the part of this thread in a phase, or null if it has not reached that phase. Any thread. */
    PhaseIssuer part(int phase) {
        synchronized (phases) {
            return phase < phases.size() ? phases.get(phase) : null;
        }
    }
}
