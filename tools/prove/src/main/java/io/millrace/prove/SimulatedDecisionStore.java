package io.millrace.prove;

import io.millrace.transactions.Decision;
import io.millrace.transactions.DecisionNotRecordedException;
import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.GlobalId;
import io.millrace.transactions.HeuristicOutcome;
import io.millrace.transactions.TransactionLogException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A log of decisions whose disk loses, at a crash, any number of the last records that were not forced. It keeps to
 * the contract of {@link DecisionStore} and to nothing beyond it.
 */
final class SimulatedDecisionStore {

    private final XaFaults faults;
    private final SplittableRandom random;
    private final List<Consumer<Store>> log = new ArrayList<>();
    private int forced;
    private long starts;

    SimulatedDecisionStore(XaFaults faults, SplittableRandom random) {
        this.faults = faults;
        this.random = random;
    }

    /** Opens the log, after a crash. */
    DecisionStore open() {
        int kept = forced + (log.size() == forced ? 0 : random.nextInt(log.size() - forced + 1));
        log.subList(kept, log.size()).clear();
        forced = kept;
        Store store = new Store(++starts);
        log.forEach(record -> record.accept(store));
        return store;
    }

    private final class Store implements DecisionStore {

        private final long incarnation;
        private final Map<GlobalId, Decision> pending = new LinkedHashMap<>();
        private final Map<GlobalId, HeuristicOutcome> kept = new LinkedHashMap<>();
        private boolean failed;

        Store(long incarnation) {
            this.incarnation = incarnation;
        }

        @Override
        public long incarnation() {
            return incarnation;
        }

        private void force() {
            forced = log.size();
        }

        private void append(XaCall call, Runnable forcing, Consumer<Store> record) {
            if (failed) {
                throw new TransactionLogException("the simulated log has failed before");
            }
            XaFault fault = faults.at(call, "log");
            if (fault == null) {
                log.add(record);
                forcing.run();
                record.accept(this);
                return;
            }
            if (fault.kind() == XaFault.Kind.NOT_RECORDED) {
                throw new DecisionNotRecordedException("the simulated log has no space", null);
            }
            if (fault.isDone()) {
                log.add(record);
                if (random.nextBoolean()) {
                    forcing.run(); // else it was written, and may get lost
                }
            }
            if (fault.kind() == XaFault.Kind.KILL) {
                throw faults.kill();
            }
            failed = true;
            faults.storeFailed();
            if (fault.kind() == XaFault.Kind.FATAL) {
                throw new OutOfMemoryError("thrown by the simulated log");
            }
            throw new TransactionLogException("the simulated log fails");
        }

        @Override
        public synchronized void record(Decision decision) {
            append(XaCall.STORE_RECORD, this::force, store -> store.pending.put(decision.transaction(), decision));
        }

        @Override
        public synchronized void forget(GlobalId transaction) {
            if (pending.containsKey(transaction)) {
                append(XaCall.STORE_FORGET, () -> {}, store -> store.pending.remove(transaction));
            }
        }

        @Override
        public synchronized void keep(HeuristicOutcome outcome) {
            append(XaCall.STORE_KEEP, this::force, store -> store.kept.put(outcome.transaction(), outcome));
        }

        @Override
        public synchronized void forgetOutcome(GlobalId transaction) {
            if (kept.containsKey(transaction)) {
                append(XaCall.STORE_FORGET, () -> {}, store -> store.kept.remove(transaction));
            }
        }

        @Override
        public synchronized Collection<Decision> pending() {
            return List.copyOf(pending.values());
        }

        @Override
        public synchronized boolean isDecided(GlobalId transaction) {
            return pending.containsKey(transaction);
        }

        @Override
        public synchronized Collection<HeuristicOutcome> kept() {
            return List.copyOf(kept.values());
        }

        @Override
        public void close() {}
    }
}
