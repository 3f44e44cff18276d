package io.millrace.transactions;

import io.agroal.api.transaction.TransactionAware;
import io.agroal.api.transaction.TransactionIntegration;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import java.sql.SQLException;
import java.util.Objects;
import javax.transaction.xa.XAResource;

/**
 * Lets Agroal, a connection pool, enlist each connection in the transaction of the requesting thread, and hand out the
 * same one until that transaction ends. Without a transaction a connection is handed out as it is. A thread whose
 * transaction is not active any more, after a timeout for example, gets an exception instead of a connection.
 *
 * <p>For one pool, whose data source is an {@code XADataSource}. The application depends on Agroal, this module does
 * not. Any thread may call any method.
 */
@SuppressWarnings("exports") // applications that use it have the module of Agroal, which is optional here
public final class AgroalEnlistment implements TransactionIntegration {

    private final Transactions transactions;
    private final String name;

    /**
     * Creates an enlistment for one pool.
     *
     * @param transactions the manager
     * @param name the name of the database, under which recovery knows it
     */
    public AgroalEnlistment(Transactions transactions, String name) {
        this.transactions = Objects.requireNonNull(transactions, "transactions");
        this.name = Objects.requireNonNull(name, "name");
    }

    @Override
    public TransactionAware getTransactionAware() throws SQLException {
        return PoolEnlistment.takesPart(transactions) ? (TransactionAware) transactions.getResource(this) : null;
    }

    @Override
    public void associate(TransactionAware connection, XAResource resource) throws SQLException {
        if (PoolEnlistment.takesPart(transactions) && transactions.getResource(this) == null) {
            enlist(connection, resource);
        }
        connection.transactionCheckCallback(() -> PoolEnlistment.isRunning(transactions));
    }

    private void enlist(TransactionAware connection, XAResource resource) throws SQLException {
        try {
            connection.transactionStart(); // first, so that what is executed after a timeout is not committed
            transactions.getTransaction().enlistResource(NamedResource.of(name, resource));
            transactions.registerInterposedSynchronization(new GiveBack(connection));
            transactions.putResource(this, connection);
        } catch (SQLException | RollbackException | SystemException | RuntimeException e) {
            connection.setFlushOnly(); // the pool must not hand it out: it may belong to a branch
            connection.transactionEnd();
            throw PoolEnlistment.failed(name, e);
        }
    }

    @Override
    public boolean disassociate(TransactionAware connection) {
        return true;
    }

    @Override
    public void addResourceRecoveryFactory(ResourceRecoveryFactory factory) {
        // recovery has its own connections, which the manager gets when it is opened
    }

    @Override
    public void removeResourceRecoveryFactory(ResourceRecoveryFactory factory) {
        // none was added
    }

    /** Returns the connection to the pool when the transaction has ended. */
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
