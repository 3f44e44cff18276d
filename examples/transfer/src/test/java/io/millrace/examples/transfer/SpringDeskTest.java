package io.millrace.examples.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.agroal.api.AgroalDataSource;
import io.millrace.leaks.Tolerates;
import io.millrace.transactions.NodeName;
import io.millrace.transactions.RecoverableResource;
import io.millrace.transactions.TransactionOptions;
import io.millrace.transactions.Transactions;
import io.millrace.transactions.VolatileDecisionStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tolerates(threads = ".*", files = ".*", because = "the databases are started and watched by their libraries")
class SpringDeskTest {

    @TempDir
    Path directory;

    private JdbcDataSource database(String name, long cents) throws SQLException {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:file:" + directory.resolve(name) + ";DB_CLOSE_DELAY=-1");
        source.setUser("sa");
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table account as select " + cents + "::bigint as cents");
        }
        return source;
    }

    private static long cents(JdbcDataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select cents from account")) {
            result.next();
            return result.getLong(1);
        }
    }

    @Test
    void bothDatabasesChangeOrNeither() throws SQLException {
        JdbcDataSource bank = database("bank", 100);
        JdbcDataSource shop = database("shop", 0);
        List<RecoverableResource> resources =
                List.of(RecoverableResource.of("bank", bank), RecoverableResource.of("shop", shop));
        try (Transactions transactions = Transactions.open(
                        TransactionOptions.of(NodeName.of("spring")), new VolatileDecisionStore(), resources);
                AgroalDataSource bankPool =
                        Pools.open(transactions, "bank", JdbcDataSource.class, bank.getUrl(), "sa");
                AgroalDataSource shopPool =
                        Pools.open(transactions, "shop", JdbcDataSource.class, shop.getUrl(), "sa")) {
            SpringDesk desk = new SpringDesk(transactions, bankPool, shopPool);
            desk.transfer(new Transfer(1, 30));
            desk.transfer(new Transfer(2, 70));
            assertThrows(IllegalArgumentException.class, () -> desk.transfer(new Transfer(3, 1)));
            assertEquals(2, transactions.committedCount());
            assertEquals(1, transactions.rolledBackCount());
            assertEquals(0, cents(bank));
            assertEquals(100, cents(shop));
            for (int i = 0; i < 20; i++) {
                assertThrows(IllegalArgumentException.class, () -> desk.transfer(new Transfer(4, 1)));
            }
        } finally {
            shutdown(bank);
            shutdown(shop);
        }
        assertEquals(100, cents(shop));
        shutdown(shop);
    }

    private static void shutdown(JdbcDataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("shutdown");
        }
    }
}
