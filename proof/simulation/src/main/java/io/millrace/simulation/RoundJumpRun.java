package io.millrace.simulation;

import java.util.function.LongFunction;

/** The attack on rounds that are left out as another class loader can call it. */
public final class RoundJumpRun implements LongFunction<long[]> {
    /** Creates a run. */
    public RoundJumpRun() {}

    /** Attacks for so many rounds; returns rounds, commits, rounds left out, and the time in bounds on delays. */
    @Override
    public long[] apply(long rounds) {
        RoundJump.Outcome outcome = RoundJump.run(rounds);
        return new long[] {outcome.rounds(), outcome.commits(), outcome.leftOut(), outcome.deltas()};
    }
}
