package io.millrace.transactions;

import java.util.Collection;

/** A store whose decisions are all in memory as well, so that reading is the same for every kind of file. */
abstract sealed class TableStore implements DecisionStore
        permits VolatileDecisionStore, FileDecisionStore, GroupCommitDecisionStore {

    final DecisionTable table;

    TableStore(DecisionTable table) {
        this.table = table;
    }

    /** Replaces a decision durably by one that has no more branches. */
    void replace(Decision decision) {
        record(decision);
    }

    @Override
    public final long incarnation() {
        return table.incarnation();
    }

    @Override
    public final Collection<Decision> pending() {
        return table.pending();
    }

    @Override
    public final boolean isDecided(GlobalId transaction) {
        return table.isDecided(transaction);
    }

    @Override
    public final boolean isKept(GlobalId transaction) {
        return table.isKept(transaction);
    }

    @Override
    public final Collection<HeuristicOutcome> kept() {
        return table.kept();
    }
}
