package io.millrace.examples.transfer;

import static io.millrace.concurrent.Multiplicity.MANY;
import static io.millrace.concurrent.Multiplicity.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.concurrent.IdleStrategies;
import io.millrace.concurrent.IdleStrategy;
import io.millrace.concurrent.MessagePassingQueue;
import io.millrace.concurrent.Queues;
import io.millrace.leaks.Tolerates;
import io.millrace.transactions.GroupCommitDecisionStore;
import io.millrace.transactions.NamedResource;
import io.millrace.transactions.NodeName;
import io.millrace.transactions.RecoverableResource;
import io.millrace.transactions.TransactionOptions;
import io.millrace.transactions.Transactions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the README that uses queues and transactions as libraries. */
class LibraryGuideTest {

    @Test
    void aQueuePassesElementsBetweenThreads() throws InterruptedException {
        MessagePassingQueue<String> queue =
                Queues.producers(MANY).consumers(ONE).array(1024);
        Thread producer = Thread.ofPlatform().start(() -> queue.offer("EURUSD 1.0831"));

        IdleStrategy idle = IdleStrategies.defaultStrategy();
        String element = queue.poll();
        while (element == null) {
            idle.idle();
            element = queue.poll();
        }

        producer.join();
        assertEquals("EURUSD 1.0831", element);
    }

    @Test
    @Tolerates(threads = ".*", files = ".*", because = "the databases are started and watched by their library")
    void aTransactionMovesMoneyBetweenTwoDatabases(@TempDir Path directory) throws Exception {
        XADataSource bank = database("bank", 1000);
        XADataSource shop = database("shop", 0);

        List<RecoverableResource> resources =
                List.of(RecoverableResource.of("bank", bank), RecoverableResource.of("shop", shop));
        try (Transactions transactions = Transactions.open(
                TransactionOptions.of(NodeName.of("desk-1")), GroupCommitDecisionStore.open(directory), resources)) {
            XAConnection from = bank.getXAConnection();
            XAConnection to = shop.getXAConnection();
            transactions.begin();
            transactions.getTransaction().enlistResource(NamedResource.of("bank", from.getXAResource()));
            transactions.getTransaction().enlistResource(NamedResource.of("shop", to.getXAResource()));
            execute(from.getConnection(), "update account set cents = cents - 100");
            execute(to.getConnection(), "update account set cents = cents + 100");
            transactions.commit();
            from.close();
            to.close();
        }

        assertEquals(900, cents(bank));
        assertEquals(100, cents(shop));
    }

    private static XADataSource database(String name, long cents) throws SQLException {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:mem:guide-" + name + ";DB_CLOSE_DELAY=-1");
        try (Connection connection = source.getConnection()) {
            execute(connection, "create table account as select " + cents + "::bigint as cents");
        }
        return source;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long cents(XADataSource source) throws SQLException {
        XAConnection xa = source.getXAConnection();
        try (Connection connection = xa.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select cents from account")) {
            result.next();
            return result.getLong(1);
        } finally {
            xa.close();
        }
    }
}
