package io.millrace.transactions;

import java.util.Collection;

/**
 * Decisions in memory alone: they survive an absent resource, but not the process. After a crash, branches that were
 * prepared are rolled back, also where others have been told to commit. For tests and for what may be lost.
 */
public final class VolatileDecisionStore implements DecisionStore {

    private final long incarnation = System.currentTimeMillis();
    private final DecisionTable table = new DecisionTable();

    /** Creates an empty store. */
    public VolatileDecisionStore() {}

    /** Returns the time of creation, so that branches which an earlier process has left are known as such. */
    @Override
    public long incarnation() {
        return incarnation;
    }

    @Override
    public void record(Decision decision) {
        table.decided(decision);
    }

    @Override
    public void forget(GlobalId transaction) {
        table.forget(transaction);
    }

    @Override
    public Collection<Decision> pending() {
        return table.pending();
    }

    @Override
    public boolean isDecided(GlobalId transaction) {
        return table.isDecided(transaction);
    }

    @Override
    public void keep(HeuristicOutcome outcome) {
        table.keep(outcome);
    }

    @Override
    public Collection<HeuristicOutcome> kept() {
        return table.kept();
    }

    @Override
    public void close() {}
}
