package io.millrace.transactions;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.CommonDataSource;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.sql.XADataSource;

/**
 * Makes a data source whose connections take part in the transaction of the requesting thread, for code that wants a
 * {@code DataSource} where there is no pool. Within a transaction all requests get the same connection, which is
 * closed when the transaction has ended; without one each gets its own, as it is. Each of them is opened at the
 * database.
 *
 * <p>A thread whose transaction is not active any more, after a timeout for example, gets an exception for each request
 * and for each use of a connection and of its statements, and nothing that it executes beside the timeout is committed.
 *
 * <p>Any thread may call any method; a connection is for the thread of its transaction.
 */
public final class TransactionDataSource {

    private final Transactions transactions;
    private final String name;
    private final XADataSource source;

    private TransactionDataSource(Transactions transactions, String name, XADataSource source) {
        this.transactions = transactions;
        this.name = name;
        this.source = source;
    }

    /**
     * Returns a data source. Its user is that of {@code source}.
     *
     * @param transactions the manager
     * @param name the name of the database, under which recovery knows it
     * @param source opens the connections
     */
    public static DataSource of(Transactions transactions, String name, XADataSource source) {
        Objects.requireNonNull(transactions, "transactions");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(source, "source");
        return proxy(DataSource.class, new TransactionDataSource(transactions, name, source)::call);
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("getConnection") && arguments == null) {
            return connection();
        }
        if (method.getDeclaringClass() == CommonDataSource.class
                && method.getName().matches("[gs]et.*")) {
            return call(source, method, arguments); // time-outs and logs are those of the XA data source
        }
        return switch (method.getName()) {
            case "isWrapperFor" -> ((Class<?>) arguments[0]).isInstance(source);
            case "unwrap" -> unwrapped((Class<?>) arguments[0]);
            default ->
                throw new SQLFeatureNotSupportedException("data source in transactions has no such method method="
                        + method.getName() + " resource=" + name);
        };
    }

    private Connection connection() throws SQLException {
        if (!PoolEnlistment.takesPart(transactions)) {
            return alone(source.getXAConnection());
        }
        Enlisted enlisted = (Enlisted) transactions.getResource(this);
        if (enlisted == null) {
            enlisted = enlist(source.getXAConnection());
        }
        return enlisted.handle();
    }

    private Enlisted enlist(XAConnection connection) throws SQLException {
        try {
            Transaction transaction = transactions.getTransaction();
            Connection raw = connection.getConnection();
            raw.setAutoCommit(false); // so that what is executed after a timeout is not committed
            transaction.enlistResource(NamedResource.of(name, connection.getXAResource()));
            transactions.registerInterposedSynchronization(new Closing(connection));
            Enlisted enlisted = new Enlisted(transaction, raw);
            transactions.putResource(this, enlisted);
            return enlisted;
        } catch (SQLException | RollbackException | SystemException | RuntimeException e) {
            connection.close();
            throw PoolEnlistment.failed(name, e);
        }
    }

    /** Returns a connection of its own, which is closed with its handle. */
    private static Connection alone(XAConnection connection) throws SQLException {
        connection.addConnectionEventListener(new ConnectionEventListener() {
            @Override
            public void connectionClosed(ConnectionEvent event) {
                try {
                    connection.close();
                } catch (SQLException e) {
                    throw new IllegalStateException("cannot close connection reason=" + e.getMessage(), e);
                }
            }

            @Override
            public void connectionErrorOccurred(ConnectionEvent event) {
                // the caller gets the error, and closes
            }
        });
        return connection.getConnection();
    }

    private Object unwrapped(Class<?> type) throws SQLException {
        if (type.isInstance(source)) {
            return source;
        }
        throw new SQLException("data source does not wrap this type type=" + type.getName() + " resource=" + name);
    }

    /** Closes the connection when the transaction has ended. */
    private record Closing(XAConnection connection) implements Synchronization {

        @Override
        public void beforeCompletion() {
            // the connection stays open until the transaction has ended
        }

        @Override
        public void afterCompletion(int status) {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException("cannot close connection reason=" + e.getMessage(), e);
            }
        }
    }

    /** A connection in a transaction, of which each request gets a handle; a handle that is closed closes nothing. */
    private final class Enlisted {

        private final Transaction transaction;
        private final Connection raw;

        Enlisted(Transaction transaction, Connection raw) {
            this.transaction = transaction;
            this.raw = raw;
        }

        Connection handle() {
            boolean[] closed = new boolean[1];
            return proxy(Connection.class, (method, arguments) -> switch (method.getName()) {
                case "close" -> {
                    closed[0] = true;
                    yield null;
                }
                case "isClosed" -> closed[0] || raw.isClosed();
                case "isValid" -> !closed[0] && isActive() && raw.isValid((int) arguments[0]);
                case "commit", "setAutoCommit" -> throw refused(method);
                case "rollback" -> {
                    if (arguments == null) {
                        throw refused(method);
                    }
                    yield checked(raw, method, arguments);
                }
                default -> {
                    if (closed[0]) {
                        throw new SQLException("connection is closed resource=" + name, "08003");
                    }
                    Object result = checked(raw, method, arguments);
                    yield result instanceof Statement statement ? guarded(method.getReturnType(), statement) : result;
                }
            });
        }

        private Object guarded(Class<?> type, Statement statement) {
            return proxy(
                    type,
                    (method, arguments) ->
                            method.getName().equals("close") || method.getName().equals("isClosed")
                                    ? call(statement, method, arguments)
                                    : checked(statement, method, arguments));
        }

        private boolean isActive() {
            return PoolEnlistment.isRunning(transactions) && transaction.equals(transactions.getTransaction());
        }

        private Object checked(Object target, Method method, Object[] arguments) throws Throwable {
            if (!isActive()) {
                throw PoolEnlistment.notActive(transactions);
            }
            return call(target, method, arguments);
        }

        private SQLException refused(Method method) {
            return new SQLException(
                    "connection is in a transaction, which the manager ends method=" + method.getName() + " resource="
                            + name,
                    "25000");
        }
    }

    /** What a proxy does. */
    private interface Calls {
        Object call(Method method, Object[] arguments) throws Throwable;
    }

    @SuppressWarnings("ReferenceEquality") // a proxy equals itself alone
    private static <T> T proxy(Class<T> type, Calls calls) {
        Object proxy = Proxy.newProxyInstance(
                TransactionDataSource.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    case "toString" -> type.getSimpleName() + " in a transaction";
                    default -> calls.call(method, arguments);
                });
        return type.cast(proxy);
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
