package io.millrace.examples.transfer;

import io.agroal.api.transaction.TransactionAware;
import io.agroal.api.transaction.TransactionIntegration;
import io.millrace.transactions.NamedResource;
import io.millrace.transactions.Transactions;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import java.sql.SQLException;
import javax.transaction.xa.XAResource;

/**
 * Has Agroal, a pool of connections, enlist each connection in the transaction of the thread that asks for it, and hand
 * out the same one until that transaction ends.
 */
public final class AgroalEnlistment implements TransactionIntegration {

    private final Transactions transactions;
    private final String name;

    /**
     * Makes an enlistment for one pool.
     *
     * @param transactions the manager
     * @param name the name of the database, under which recovery knows it
     */
    public AgroalEnlistment(Transactions transactions, String name) {
        this.transactions = transactions;
        this.name = name;
    }

    @Override
    public TransactionAware getTransactionAware() {
        return isRunning() ? (TransactionAware) transactions.getResource(this) : null;
    }

    @Override
    public void associate(TransactionAware connection, XAResource resource) throws SQLException {
        if (isRunning() && transactions.getResource(this) == null) {
            transactions.putResource(this, connection);
            transactions.registerInterposedSynchronization(new GiveBack(connection));
            connection.transactionStart();
            try {
                transactions.getTransaction().enlistResource(NamedResource.of(name, resource));
            } catch (RollbackException | SystemException e) {
                throw new SQLException("cannot enlist connection database=" + name + " reason=" + e.getMessage(), e);
            }
        }
        connection.transactionCheckCallback(this::isRunning);
    }

    @Override
    public boolean disassociate(TransactionAware connection) {
        return true;
    }

    @Override
    public void addResourceRecoveryFactory(ResourceRecoveryFactory factory) {
        // recovery has connections of its own, which are given to the manager when it is opened
    }

    @Override
    public void removeResourceRecoveryFactory(ResourceRecoveryFactory factory) {
        // none was added
    }

    private boolean isRunning() {
        int status = transactions.getStatus();
        return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
    }

    /** Gives the connection back to the pool when the transaction has ended. */
    private record GiveBack(TransactionAware connection) implements Synchronization {

        @Override
        public void beforeCompletion() {
            // the connection stays open until the transaction has ended
        }

        @Override
        public void afterCompletion(int status) {
            try {
                connection.transactionEnd();
            } catch (SQLException e) {
                throw new IllegalStateException("cannot return connection reason=" + e.getMessage(), e);
            }
        }
    }
}
