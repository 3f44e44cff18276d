package io.millrace.transactions;

import jakarta.transaction.Status;
import java.sql.SQLException;

/**
 * Says whether a connection that a thread asks for takes part in a transaction. A transaction that a timeout has rolled
 * back stays with its thread until that thread ends it: a connection that commits by itself must not be handed out
 * meanwhile, since its work would be committed although the transaction is not.
 */
final class PoolEnlistment {

    /** The SQLSTATE for an invalid state of the transaction. */
    private static final String INVALID_STATE = "25000";

    private PoolEnlistment() {}

    /**
     * Returns whether work of this thread is part of a transaction; false where it has none, or one that has just
     * committed and calls its synchronizations.
     *
     * @throws SQLException if it has a transaction that is ending, or did not commit
     */
    static boolean takesPart(Transactions transactions) throws SQLException {
        return switch (transactions.getStatus()) {
            case Status.STATUS_NO_TRANSACTION, Status.STATUS_COMMITTED -> false;
            case Status.STATUS_ACTIVE, Status.STATUS_MARKED_ROLLBACK -> true;
            default -> throw notActive(transactions);
        };
    }

    /** Returns whether work is possible on a connection that is enlisted. */
    static boolean isRunning(Transactions transactions) {
        int status = transactions.getStatus();
        return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
    }

    static SQLException notActive(Transactions transactions) {
        return new SQLException(
                "transaction of this thread is not active any more, so that work would not be part of it; end it by"
                        + " rollback() first " + transactions.getTransaction(),
                INVALID_STATE);
    }

    static SQLException failed(String name, Exception reason) {
        return new SQLException(
                "cannot enlist connection resource=" + name + " reason=" + reason.getMessage(), INVALID_STATE, reason);
    }
}
