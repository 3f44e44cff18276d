package io.millrace.transactions;

/**
 * Keeps decisions in memory only: they survive an unreachable resource, but not the process. After a crash, branches
 * that were prepared are rolled back, also where others have been told to commit. For tests and for what may be lost.
 */
public final class VolatileDecisionStore extends TableStore {

    /** Creates an empty store. Its start is numbered by the time, so that what an earlier process left is known. */
    public VolatileDecisionStore() {
        super(new DecisionTable());
        table.started(System.currentTimeMillis());
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
    public void keep(HeuristicOutcome outcome) {
        table.keep(outcome);
    }

    @Override
    public void forgetOutcome(GlobalId transaction) {
        table.forgetOutcome(transaction);
    }

    @Override
    public void close() {}
}
