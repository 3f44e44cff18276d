package io.millrace.transactions;

/** The timed phases of transactions and of recovery. */
public enum Phase {
    /** A transaction from its begin to its end, however it ends. */
    TRANSACTION(0),
    /** All votes of a transaction of several branches. */
    PREPARE(1),
    /** Recording a decision, until it is durable. */
    FORCE(2),
    /** Telling the branches to commit, in one phase too. */
    COMMIT(3),
    /** Telling the branches to roll back. */
    ROLLBACK(4),
    /** One pass of recovery over all resources. */
    RECOVERY(5);

    /** Its index among the counters. */
    final int number;

    Phase(int number) {
        this.number = number;
    }
}
