package io.millrace.transactions;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The volatile store, with a count, a log and failures. */
final class CountingStore implements DecisionStore {

    private final VolatileDecisionStore store = new VolatileDecisionStore();
    List<String> log = new ArrayList<>();
    Throwable failure;
    Error keepFailure;
    Error forgetFailure;

    /** Thrown once. */
    volatile Error pendingFailure;

    int records;

    /** Runs once, in the next request for the number of the start. */
    Runnable onIncarnation;

    @Override
    public long incarnation() {
        Runnable run = onIncarnation;
        onIncarnation = null;
        if (run != null) {
            run.run();
        }
        return store.incarnation();
    }

    @Override
    public synchronized void record(Decision decision) {
        if (failure != null) {
            switch (failure) {
                case Error e -> throw e;
                case RuntimeException e -> throw e;
                default -> throw new IllegalStateException(failure);
            }
        }
        records++;
        log.add("record");
        store.record(decision);
    }

    @Override
    public synchronized void forget(GlobalId transaction) {
        log.add("forget");
        if (forgetFailure != null) {
            throw forgetFailure;
        }
        store.forget(transaction);
    }

    @Override
    public Collection<Decision> pending() {
        Error once = pendingFailure;
        if (once != null) {
            pendingFailure = null;
            throw once;
        }
        return store.pending();
    }

    @Override
    public boolean isDecided(GlobalId transaction) {
        return store.isDecided(transaction);
    }

    @Override
    public void keep(HeuristicOutcome outcome) {
        if (keepFailure != null) {
            throw keepFailure;
        }
        store.keep(outcome);
    }

    @Override
    public void forgetOutcome(GlobalId transaction) {
        store.forgetOutcome(transaction);
    }

    @Override
    public Collection<HeuristicOutcome> kept() {
        return store.kept();
    }

    @Override
    public void close() {
        store.close();
    }
}
