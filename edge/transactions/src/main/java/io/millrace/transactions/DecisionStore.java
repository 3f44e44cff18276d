package io.millrace.transactions;

import java.util.Collection;
import java.util.function.Consumer;

/**
 * Records decisions. Any thread may call any method.
 *
 * <p>A decision for which {@link #record} has returned survives what the store promises to survive; everything else may
 * be lost without harm: a decision that was not recorded is a rollback, and a forgotten decision that reappears is
 * carried out once more, which resources answer with "unknown".
 */
public interface DecisionStore extends AutoCloseable {

    /** Returns the number of this start, one more than that of any start before it on this store. */
    long incarnation();

    /**
     * Returns the identity of this store, which is in the id of each branch: recovery leaves branches of other stores
     * alone. It stays the same over starts, and is random, so that no other store has it; 0 for a store that does not
     * survive its process.
     */
    default long logId() {
        return 0;
    }

    /**
     * Records that a transaction commits, and returns when the record is durable.
     *
     * @throws DecisionNotRecordedException if it certainly was not recorded
     * @throws TransactionLogException if it may or may not have been recorded; the store is then unusable, and only
     *     the next start can tell
     */
    void record(Decision decision);

    /**
     * Records that a transaction commits, and returns at once if the store supports it; other stores wait.
     *
     * @param done called once when the record is durable, with null, or with what {@link #record(Decision)} would
     *     throw; in any thread, in the order in which decisions are recorded. It must be quick, and must not call the
     *     store
     * @throws DecisionNotRecordedException if it certainly was not recorded; {@code done} is not called then
     */
    default void record(Decision decision, Consumer<? super RuntimeException> done) {
        RuntimeException error = null;
        try {
            record(decision);
        } catch (DecisionNotRecordedException | TransactionLogException e) {
            error = e;
        }
        done.accept(error);
    }

    /** Forgets a decision that all branches have carried out. Need not be durable. */
    void forget(GlobalId transaction);

    /** Returns the decisions that are recorded and not forgotten. */
    Collection<Decision> pending();

    /** Returns whether a decision is recorded and not forgotten. */
    boolean isDecided(GlobalId transaction);

    /** Records an outcome that an operator has to see, durably, until it is forgotten. */
    void keep(HeuristicOutcome outcome);

    /** Forgets an outcome. Need not be durable. */
    void forgetOutcome(GlobalId transaction);

    /** Returns whether an outcome of a transaction is kept. */
    default boolean isKept(GlobalId transaction) {
        return kept().stream().anyMatch(outcome -> outcome.transaction().equals(transaction));
    }

    /** Returns the outcomes that are kept. */
    Collection<HeuristicOutcome> kept();

    @Override
    void close();
}
