package io.millrace.transactions;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The state that the records of a store add up to. Any thread may call any method. */
final class DecisionTable {

    private final Map<GlobalId, Decision> pending = new ConcurrentHashMap<>();
    private final Map<GlobalId, HeuristicOutcome> kept = new ConcurrentHashMap<>();
    private volatile long incarnation;

    void decided(Decision decision) {
        pending.put(decision.transaction(), decision);
    }

    void keep(HeuristicOutcome outcome) {
        kept.put(outcome.transaction(), outcome);
    }

    /** Forgets a decision; returns whether there was one. */
    boolean forget(GlobalId transaction) {
        return pending.remove(transaction) != null;
    }

    /** Forgets an outcome; returns whether there was one. */
    boolean forgetOutcome(GlobalId transaction) {
        return kept.remove(transaction) != null;
    }

    boolean isKept(GlobalId transaction) {
        return kept.containsKey(transaction);
    }

    void started(long number) {
        incarnation = Math.max(incarnation, number);
    }

    long incarnation() {
        return incarnation;
    }

    boolean isDecided(GlobalId transaction) {
        return pending.containsKey(transaction);
    }

    /** Returns records that produce this table. */
    List<ByteBuffer> records() {
        List<ByteBuffer> records = new ArrayList<>();
        records.add(DecisionRecord.incarnation(incarnation));
        pending.values().forEach(decision -> records.add(DecisionRecord.of(decision)));
        kept.values().forEach(outcome -> records.add(DecisionRecord.of(outcome)));
        return records;
    }

    Collection<Decision> pending() {
        return List.copyOf(pending.values());
    }

    Collection<HeuristicOutcome> kept() {
        return List.copyOf(kept.values());
    }
}
