package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.millrace.leaks.Tolerates;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tolerates(threads = ".*", because = "the database and the pool have threads of their own")
class PooledConnectionsTest {

    private static final String URL = "jdbc:h2:mem:pooled;DB_CLOSE_DELAY=-1";

    private final JdbcDataSource database = new JdbcDataSource();
    private final Transactions transactions =
            Transactions.open(TransactionOptions.of(NodeName.of("pooled")), new VolatileDecisionStore(), List.of());
    private DataSource source;
    private AgroalDataSource pool;

    enum Kind {
        AGROAL,
        XA_DATA_SOURCE
    }

    private void use(Kind kind) throws SQLException {
        database.setURL(URL);
        database.setUser("sa");
        database.setPassword("x");
        source = switch (kind) {
            case XA_DATA_SOURCE -> TransactionDataSource.of(transactions, "pooled", database);
            case AGROAL -> {
                pool = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                        .connectionPoolConfiguration(settings -> settings.maxSize(2)
                                .acquisitionTimeout(Duration.ofSeconds(10))
                                .transactionIntegration(new AgroalEnlistment(transactions, "pooled"))
                                .connectionFactoryConfiguration(
                                        factory -> factory.connectionProviderClass(JdbcDataSource.class)
                                                .jdbcUrl(URL)
                                                .principal(new NamePrincipal("sa"))
                                                .credential(new SimplePassword("x")))));
                yield pool;
            }
        };
        try (Connection connection = source.getConnection()) {
            execute(connection, "create table work (n int)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        transactions.close();
        if (pool != null) {
            pool.close();
        }
        try (Connection connection = database.getConnection()) {
            execute(connection, "shutdown");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int rows() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from work")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void allConnectionsOfATransactionCommitTogether(Kind kind) throws Exception {
        use(kind);
        for (int round = 1; round <= 4; round++) {
            transactions.begin();
            for (int i = 0; i < 3; i++) {
                try (Connection connection = source.getConnection()) {
                    execute(connection, "insert into work values (" + i + ")");
                }
            }
            assertEquals(3 * (round - 1), rows());
            transactions.commit();
            assertEquals(3 * round, rows());
        }
        try (Connection connection = source.getConnection()) {
            assertTrue(connection.getAutoCommit(), "without a transaction a connection is as it is");
        }
    }

    @ParameterizedTest
    @EnumSource
    void afterATimeoutNothingIsHandedOutOrExecutedUntilTheThreadEndsItsTransaction(Kind kind) throws Exception {
        use(kind);
        for (int round = 0; round < 3; round++) {
            transactions.begin();
            JtaTransaction timed = (JtaTransaction) transactions.getTransaction();
            Connection before = source.getConnection();
            PreparedStatement insert = before.prepareStatement("insert into work values (1)");
            insert.execute();
            // A real timeout that is short might come before all of this.
            Thread.ofPlatform().start(timed::timeOut).join();
            assertEquals(Status.STATUS_ROLLEDBACK, transactions.getStatus());
            SQLException refused = assertThrows(SQLException.class, source::getConnection);
            assertEquals("25000", refused.getSQLState());
            assertTrue(refused.getMessage().contains("status=rolled back"), refused.getMessage());
            assertThrows(SQLException.class, insert::execute);
            assertThrows(SQLException.class, () -> execute(before, "insert into work values (2)"));
            before.close();
            assertThrows(RollbackException.class, transactions::commit);
        }
        assertEquals(0, rows());
        try (Connection connection = source.getConnection()) {
            execute(connection, "insert into work values (3)");
        }
        assertEquals(1, rows());
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionThatIsMarkedForRollbackEnlistsNothingAndThePoolStaysWhole(Kind kind) throws Exception {
        use(kind);
        for (int round = 0; round < 5; round++) {
            transactions.begin();
            transactions.setRollbackOnly();
            assertThrows(SQLException.class, source::getConnection);
            transactions.rollback();
        }
        transactions.begin();
        try (Connection connection = source.getConnection()) {
            execute(connection, "insert into work values (1)");
            assertThrows(SQLException.class, connection::commit, "the manager ends it");
            transactions.setRollbackOnly();
            execute(connection, "insert into work values (2)");
            assertFalse(connection.isClosed());
        }
        transactions.rollback();
        assertEquals(0, rows());
    }
}
