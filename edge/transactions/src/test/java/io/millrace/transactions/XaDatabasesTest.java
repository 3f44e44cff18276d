package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.xa.PGXADataSource;

/**
 * Money moves between real databases, and the manager is cut off at every step of the protocol. That is done with two
 * databases of PostgreSQL: H2 forgets what is prepared when its connection closes, which only the end of its process
 * would make it remember.
 */
@Tolerates(threads = ".*", files = ".*", because = "the databases are started and watched by their libraries")
@Tag("engine")
class XaDatabasesTest {

    private static final int BALANCE = 1000;

    private static EmbeddedPostgres postgres;

    @TempDir
    Path log;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private XADataSource bank;
    private XADataSource shop;

    @BeforeAll
    static void start() throws IOException, SQLException {
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("max_prepared_transactions", "64")
                .start();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database shop");
        }
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @BeforeEach
    void fill() throws SQLException {
        bank = database("postgres");
        shop = database("shop");
        fill(bank);
        fill(shop);
    }

    private static XADataSource database(String name) {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(postgres.getJdbcUrl("postgres", name));
        return source;
    }

    private static void fill(XADataSource source) throws SQLException {
        execute(
                source,
                "drop table if exists account",
                "create table account (balance int)",
                "insert into account values (" + BALANCE + ")");
    }

    private static void execute(XADataSource source, String... statements) throws SQLException {
        XAConnection xa = source.getXAConnection();
        try (Connection connection = xa.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } finally {
            xa.close();
        }
    }

    private static int balance(XADataSource source) throws SQLException {
        XAConnection xa = source.getXAConnection();
        try (Connection connection = xa.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select balance from account")) {
            result.next();
            return result.getInt(1);
        } finally {
            xa.close();
        }
    }

    private Transactions open(DecisionStore store, Collection<RecoverableResource> resources) {
        return Transactions.open(
                TransactionOptions.of(NodeName.of("mover"))
                        .withRecoveryPeriod(Duration.ofHours(1))
                        .withErrorHandler(errors::add),
                store,
                resources);
    }

    /** Moves one unit, unless the protocol is cut off. */
    private void move(Transactions transactions, CutOff cutOff) throws Exception {
        XAConnection from = bank.getXAConnection();
        XAConnection to = shop.getXAConnection();
        try {
            transactions.begin();
            transactions.getTransaction().enlistResource(NamedResource.of("bank", cutOff.around(from.getXAResource())));
            transactions.getTransaction().enlistResource(NamedResource.of("shop", cutOff.around(to.getXAResource())));
            try (Statement take = from.getConnection().createStatement();
                    Statement give = to.getConnection().createStatement()) {
                take.executeUpdate("update account set balance = balance - 1");
                give.executeUpdate("update account set balance = balance + 1");
            }
            transactions.commit();
        } finally {
            from.close();
            to.close();
        }
    }

    /** The same where it is cut off; what the caller is told then is of no account. */
    private void moveCutOff(Transactions transactions, CutOff cutOff) throws Exception {
        try {
            move(transactions, cutOff);
        } catch (RollbackException e) {
            assertTrue(e.getMessage().contains("CutOff$Gone"), e::getMessage);
        }
        assertTrue(cutOff.isReached());
    }

    @Test
    void moneyMovesBetweenTwoKindsOfDatabases() throws Exception {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
        shop = h2;
        fill(shop);
        try (Transactions transactions = open(GroupCommitDecisionStore.open(log), List.of())) {
            move(transactions, CutOff.never());
            assertEquals(BALANCE - 1, balance(bank));
            assertEquals(BALANCE + 1, balance(shop));
            assertTrue(transactions.pending().isEmpty());
        }
    }

    @Test
    void cutOffAtEveryStepTheNextStartEndsItTheSameWayInBoth() throws Exception {
        int moved = 0;
        for (int step = 0; step < CutOff.STEPS; step++) {
            try (Transactions transactions = open(GroupCommitDecisionStore.open(log), List.of())) {
                CutOff cutOff = CutOff.before(step);
                moveCutOff(transactions, cutOff);
            }
            List<RecoverableResource> resources =
                    List.of(RecoverableResource.of("bank", bank), RecoverableResource.of("shop", shop));
            try (Transactions transactions = open(GroupCommitDecisionStore.open(log), resources)) {
                transactions.recover();
                RecoveryReport report = transactions.recover();
                assertTrue(report.isDone(), "step=" + step + " " + report + " errors=" + errors);
            }
            moved = BALANCE - balance(bank);
            assertEquals(BALANCE + moved, balance(shop), "step=" + step);
        }
        assertEquals(2, moved, "the two steps after the decision commit");
    }

    @Test
    void cutOffAtRandomAgainAndAgainNothingIsLost() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<RecoverableResource> resources =
                List.of(RecoverableResource.of("bank", bank), RecoverableResource.of("shop", shop));
        for (int round = 0; round < 10; round++) {
            try (Transactions transactions = open(GroupCommitDecisionStore.open(log), resources)) {
                transactions.recover();
                for (int n = random.nextInt(5); n > 0; n--) {
                    move(transactions, CutOff.never());
                }
                CutOff cutOff = CutOff.before(random.nextInt(CutOff.STEPS));
                moveCutOff(transactions, cutOff);
            }
        }
        try (Transactions transactions = open(GroupCommitDecisionStore.open(log), resources)) {
            transactions.recover();
            assertTrue(transactions.recover().isDone(), "seed=" + seed);
        }
        assertEquals(2 * BALANCE, balance(bank) + balance(shop), "seed=" + seed);
    }
}
