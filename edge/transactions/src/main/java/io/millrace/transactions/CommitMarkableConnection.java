package io.millrace.transactions;

import java.sql.Connection;
import java.sql.SQLException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;

/**
 * A connection of a {@link CommitMarkableDatabase} in one transaction. It does not vote: {@link CommitProtocol} commits
 * it after all others have voted.
 */
final class CommitMarkableConnection extends XaResourceAdapter {

    private static final String ROLLED_BACK_CLASS = "40";
    private static final String CONSTRAINT_CLASS = "23";
    private static final String UNKNOWN_STATE = "40003";

    final CommitMarkableDatabase database;
    private final Connection connection;
    private boolean committedByItself;

    CommitMarkableConnection(CommitMarkableDatabase database, Connection connection) {
        this.database = database;
        this.connection = connection;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        if (flags != TMNOFLAGS) {
            return; // it works for one transaction alone, from the start to the end
        }
        try {
            committedByItself = connection.getAutoCommit();
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw failed(XAException.XAER_RMERR, e);
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        throw failed(XAException.XAER_PROTO, null);
    }

    /** Commits the work without a row: no other branch depends on it. */
    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        try {
            connection.commit();
            giveBack();
        } catch (SQLException e) {
            throw failed(codeOf(e), e);
        }
    }

    private static int codeOf(SQLException error) {
        String state = error.getSQLState();
        boolean rolledBack = state != null
                && (state.startsWith(ROLLED_BACK_CLASS) || state.startsWith(CONSTRAINT_CLASS))
                && !state.equals(UNKNOWN_STATE);
        return rolledBack ? XAException.XA_RBROLLBACK : XAException.XAER_RMFAIL;
    }

    /**
     * Commits the work with the row that records it.
     *
     * @return whether it is committed; if not, it is rolled back
     * @throws SQLException if the outcome is unknown
     */
    boolean commitMarked(LogName owner, Decision decision) throws SQLException, XAException {
        try {
            database.mark(connection, owner, decision);
        } catch (Throwable e) {
            throw failed(XAException.XA_RBROLLBACK, e); // the commit was not requested yet
        }
        try {
            connection.commit();
        } catch (Throwable e) {
            return hasCommitted(owner, decision.transaction(), e);
        }
        giveBack();
        return true;
    }

    /** Finds the outcome of a commit that failed. */
    private boolean hasCommitted(LogName owner, GlobalId transaction, Throwable error) throws SQLException {
        try {
            connection.rollback(); // else it would be waited for
        } catch (Throwable e) {
            ErrorReports.suppress(error, e);
        }
        try {
            return database.settle(owner, transaction) == Outcome.COMMITTED;
        } catch (Throwable e) {
            ErrorReports.suppress(e, error);
            throw e instanceof SQLException known
                    ? known
                    : new SQLException("cannot query database resource=" + database.name(), e);
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        try {
            connection.rollback();
            giveBack();
        } catch (SQLException e) {
            throw failed(XAException.XAER_RMERR, e); // the database rolls it back when the connection ends
        }
    }

    /** Restores the connection's auto-commit; a failure here does not affect the transaction. */
    private void giveBack() {
        if (committedByItself) {
            try {
                connection.setAutoCommit(true);
            } catch (Throwable e) {
                notGivenBack(e);
            }
        }
    }

    private void notGivenBack(Throwable error) {
        try {
            System.getLogger(CommitMarkableConnection.class.getPackageName())
                    .log(System.Logger.Level.WARNING, "cannot restore auto-commit resource=" + database.name(), error);
        } catch (Throwable e) {
            ErrorReports.suppress(error, e);
            ErrorReports.uncaught(error);
        }
    }

    private static XAException failed(int code, Throwable cause) {
        XAException exception = new XAException(code);
        if (cause != null) {
            exception.initCause(cause);
        }
        return exception;
    }
}
