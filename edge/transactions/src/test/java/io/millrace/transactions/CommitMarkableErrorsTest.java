package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.Tolerates;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors of the JVM out of each call on a database that decides: the transaction has a defined end. */
@Tolerates(threads = ".*", files = ".*", because = "the database is started and watched by its library")
class CommitMarkableErrorsTest {

    private final SimulatedResource a = new SimulatedResource("a");
    private final AtomicBoolean away = new AtomicBoolean();
    private DataSource source;
    private Connection connection;
    private CommitMarkableDatabase database;
    private Transactions transactions;

    /** What a connection does around one of its calls. */
    private interface Around {
        void run() throws SQLException;
    }

    @BeforeEach
    void open() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:errors;LOCK_TIMEOUT=1000");
        connection = h2.getConnection();
        source = proxy(DataSource.class, h2, "getConnection", () -> {
            if (away.get()) {
                throw new NoClassDefFoundError("getConnection");
            }
        });
        database = CommitMarkableDatabase.of("ledger", source);
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table work (n int)");
        }
        database.createTable();
        transactions = Transactions.open(
                TransactionOptions.of(NodeName.of("node-1"))
                        .withRecovering(TransactionOptions.Recovering.ON_CALL)
                        .withErrorHandler(_ -> {}),
                new CountingStore(),
                List.of(database, a));
    }

    @AfterEach
    void close() throws SQLException {
        transactions.close();
        connection.close();
    }

    /** Returns the same object, with something before one of its calls. */
    private static <T> T proxy(Class<T> type, T real, String call, Around before) {
        return type.cast(Proxy.newProxyInstance(
                CommitMarkableErrorsTest.class.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    if (method.getName().equals(call)) {
                        before.run();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private void begin(Connection with) throws Exception {
        transactions.begin();
        transactions.getTransaction().enlistResource(database.of(with));
        transactions.getTransaction().enlistResource(a.named());
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into work values (1)");
        }
    }

    private int rows() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from work")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void beforeItsCommitIsAskedForItIsARollback() throws Exception {
        begin(proxy(Connection.class, connection, "prepareStatement", () -> {
            throw new NoClassDefFoundError("prepareStatement");
        }));
        assertThrows(RollbackException.class, transactions::commit);
        assertEquals(1, a.rolledBack.size());
        assertEquals(0, rows());
        assertEquals(0, transactions.active());
    }

    @Test
    void whereTheConnectionCannotBeRolledBackTheDatabaseIsAskedAllTheSame() throws Exception {
        Connection refusing = proxy(Connection.class, connection, "commit", () -> {
            throw new SQLException("the request was lost", "08006");
        });
        begin(proxy(Connection.class, refusing, "rollback", () -> {
            connection.rollback();
            throw new NoClassDefFoundError("rollback");
        }));
        assertThrows(RollbackException.class, transactions::commit);
        assertEquals(1, a.rolledBack.size());
        assertEquals(0, transactions.active());
    }

    @Test
    void whereTheDatabaseCannotBeAskedRecoveryFindsOut() throws Exception {
        begin(proxy(Connection.class, connection, "commit", () -> {
            connection.commit();
            away.set(true);
            throw new SQLException("the answer was lost", "08006");
        }));
        SystemException unknown = assertThrows(SystemException.class, transactions::commit);
        assertTrue(unknown.getMessage().contains("resource=ledger"), unknown::getMessage);
        assertEquals(0, transactions.active());
        assertEquals(List.of("ledger"), transactions.recover().unreachable());
        transactions.recover();
        assertEquals(1, a.prepared().size());
        away.set(false);
        transactions.recover();
        assertEquals(1, a.committed.size());
    }

    private Connection notGivenBack() {
        return proxy(Connection.class, connection, "setAutoCommit", () -> {
            if (!connection.getAutoCommit()) {
                throw new NoClassDefFoundError("setAutoCommit");
            }
        });
    }

    @Test
    @ExpectedLog("cannot restore auto-commit")
    void aConnectionThatCannotBeGivenBackChangesNoOutcome() throws Exception {
        begin(notGivenBack());
        transactions.commit();
        assertEquals(1, a.committed.size());
        assertEquals(1, rows());
    }

    @Test
    void neitherDoesALogThatCannotSayIt() throws Exception {
        Logger logger = Logger.getLogger(CommitMarkableConnection.class.getPackageName());
        Handler broken = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                throw new OutOfMemoryError("thrown by the log");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        List<Throwable> uncaught = new ArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.currentThread().getUncaughtExceptionHandler();
        Thread.currentThread().setUncaughtExceptionHandler((_, error) -> uncaught.add(error));
        logger.addHandler(broken);
        try {
            begin(notGivenBack());
            transactions.commit();
        } finally {
            logger.removeHandler(broken);
            Thread.currentThread().setUncaughtExceptionHandler(before);
        }
        assertEquals(1, a.committed.size());
        assertEquals("setAutoCommit", uncaught.getFirst().getMessage());
    }
}
