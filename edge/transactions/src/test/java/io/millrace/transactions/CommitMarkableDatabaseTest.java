package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.xa.PGXADataSource;

@Tolerates(threads = ".*", files = ".*", because = "the databases are started and watched by their libraries")
@Tag("engine")
class CommitMarkableDatabaseTest {

    /** The databases that decide. */
    enum Kind {
        H2,
        POSTGRES
    }

    private static final NodeName NODE = NodeName.of("node-1");
    private static final LogName OWNER = new LogName(NODE, 7);

    private static EmbeddedPostgres postgres;

    @TempDir
    Path log;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");
    private DataSource source;
    private CommitMarkableDatabase database;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("max_prepared_transactions", "16")
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    private void use(Kind kind) throws SQLException {
        source = kind == Kind.H2 ? h2() : postgres.getPostgresDatabase();
        database = CommitMarkableDatabase.of("ledger", source).withWaiting(Duration.ofMinutes(5));
        execute("drop table if exists work", "drop table if exists millrace_markers", "create table work (n int)");
        database.createTable();
        database.createTable();
    }

    private static DataSource h2() {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:ledger;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=1000");
        return h2;
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private int count(String table) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private Transactions open(DecisionStore store, RecoverableResource... resources) {
        return Transactions.open(
                TransactionOptions.of(NODE)
                        .withRecovering(TransactionOptions.Recovering.ON_CALL)
                        .withErrorHandler(errors::add),
                store,
                List.of(resources));
    }

    private Transactions open(RecoverableResource... resources) {
        return open(GroupCommitDecisionStore.open(log), resources);
    }

    /** Begins a transaction with work in the database and in others. */
    private GlobalId begin(Transactions transactions, Connection connection, XAResource... others) throws Exception {
        transactions.begin();
        transactions.getTransaction().enlistResource(database.of(connection));
        for (XAResource other : others) {
            transactions.getTransaction().enlistResource(other);
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into work values (1)");
        }
        return ((JtaTransaction) transactions.getTransaction()).id();
    }

    /** What a connection does instead of, or around, its commit. */
    private interface Commit {
        void run(Connection connection) throws SQLException;
    }

    /** Returns something that does not work any more once its process is killed. */
    private static <T> T until(AtomicBoolean killed, Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                CommitMarkableDatabaseTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> {
                    if (killed.get()) {
                        throw new CutOff.Gone(method.getName());
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static Connection committing(Connection connection, Commit commit) {
        return (Connection) Proxy.newProxyInstance(
                CommitMarkableDatabaseTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        commit.run(connection);
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void itsCommitIsTheDecisionAndItsRowGoesWhenAllAreTold(Kind kind) throws Exception {
        use(kind);
        CountingStore store = new CountingStore();
        try (Transactions transactions = open(store, database, a, b);
                Connection connection = source.getConnection()) {
            begin(transactions, connection, a.named(), b.named());
            transactions.commit();
            assertEquals(1, count("work"));
            assertEquals(1, count("millrace_markers"));
            assertEquals(0, store.records, "no other record is forced");
            assertEquals(1, a.committed.size());
            assertEquals(1, b.committed.size());
            assertTrue(connection.getAutoCommit(), "the connection is as it was");
            assertTrue(transactions.recover().isDone());
            assertEquals(0, count("millrace_markers"));
            begin(transactions, connection);
            transactions.commit();
            assertEquals(2, count("work"));
            assertEquals(0, count("millrace_markers"), "alone it needs none");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotAgreedIsRolledBackThereToo(Kind kind) throws Exception {
        use(kind);
        try (Transactions transactions = open(database, a, b);
                Connection connection = source.getConnection()) {
            begin(transactions, connection, a.named(), b.named());
            transactions.rollback();
            b.fails("prepare", XAException.XA_RBINTEGRITY);
            begin(transactions, connection, a.named(), b.named());
            assertThrows(RollbackException.class, transactions::commit);
            assertEquals(0, count("work"));
            execute("drop table millrace_markers");
            begin(transactions, connection, a.named());
            assertThrows(RollbackException.class, transactions::commit);
            assertEquals(0, count("work"));
            assertTrue(a.isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource
    void killedAfterItsCommitRecoveryTellsTheOthers(Kind kind) throws Exception {
        use(kind);
        try (Transactions transactions = open(database, a);
                Connection connection = source.getConnection()) {
            begin(transactions, connection, CutOff.before(1).around(a.named()));
            transactions.commit();
            assertEquals(1, a.prepared().size());
        }
        a.away = true;
        try (Transactions transactions = open(database, a)) {
            transactions.recover();
            assertEquals(1, count("millrace_markers"), "it is needed until all are told");
            a.away = false;
            assertEquals(1, transactions.recover().committed());
        }
        assertEquals(1, a.committed.size());
        assertEquals(1, count("work"));
    }

    @ParameterizedTest
    @EnumSource
    void killedBeforeItsCommitRecoveryWaitsForItsSession(Kind kind) throws Exception {
        use(kind);
        for (boolean late : new boolean[] {true, false}) {
            try (Connection session = source.getConnection()) {
                CommitMarkableDatabase alive = database;
                AtomicBoolean killed = new AtomicBoolean();
                database = CommitMarkableDatabase.of("ledger", until(killed, DataSource.class, source));
                try (Transactions transactions = open(database, a)) {
                    Connection dying = committing(session, connection -> {
                        killed.set(true);
                        throw new CutOff.Gone("commit");
                    });
                    begin(transactions, until(killed, Connection.class, dying), NamedResource.of("a", a));
                    assertThrows(SystemException.class, transactions::commit);
                }
                database = alive;
                try (Transactions transactions = open(database.withWaiting(Duration.ofSeconds(1)), a)) {
                    assertEquals(1, transactions.recover().waiting(), "the session may still commit");
                    assertEquals(1, a.prepared().size());
                }
                if (late) {
                    session.commit();
                } else {
                    session.rollback();
                }
                try (Transactions transactions = open(database, a)) {
                    RecoveryReport report = transactions.recover();
                    assertEquals(late ? 1 : 0, report.committed(), report.toString());
                    assertEquals(late ? 0 : 1, report.rolledBack(), report.toString());
                }
            }
        }
        assertEquals(1, count("work"));
        assertEquals(1, a.committed.size());
        assertEquals(1, a.rolledBack.size());
    }

    @ParameterizedTest
    @EnumSource
    void whatRecoveryHasRolledBackCannotCommitAfterwards(Kind kind) throws Exception {
        use(kind);
        GlobalId id = new GlobalId(1, 1);
        assertEquals(Outcome.ROLLED_BACK, database.settle(OWNER, id));
        assertEquals(Outcome.ROLLED_BACK, database.settle(OWNER, id));
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            assertThrows(
                    SQLException.class,
                    () -> database.mark(
                            connection, OWNER, new Decision(id, List.of(new Decision.BranchRecord(1, "a")))));
            connection.rollback();
        }
        assertEquals(List.of(), database.decisions(OWNER));
    }

    @ParameterizedTest
    @EnumSource
    void theTimeZoneOfTheJvmDoesNotChangeHowLongARollBackIsKept(Kind kind) throws Exception {
        use(kind);
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("GMT-12"));
            database.settle(OWNER, new GlobalId(1, 1));
            TimeZone.setDefault(TimeZone.getTimeZone("GMT+14"));
            assertEquals(List.of(), database.decisions(OWNER));
            assertEquals(1, count("millrace_markers"), "it is seconds old");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCommitWithoutAnAnswerIsFoundOut(Kind kind) throws Exception {
        use(kind);
        try (Transactions transactions = open(database, a);
                Connection connection = source.getConnection()) {
            Connection done = committing(connection, real -> {
                real.commit();
                throw new SQLException("the answer was lost", "08006");
            });
            begin(transactions, done, a.named());
            transactions.commit();
            assertEquals(1, a.committed.size());
            Connection refused = committing(connection, real -> {
                throw new SQLException("the request was lost", "08006");
            });
            begin(transactions, refused, a.named());
            assertThrows(RollbackException.class, transactions::commit);
            assertEquals(1, a.rolledBack.size());
            assertEquals(1, count("work"));
        }
    }

    @Test
    void anErrorOfTheDriverAroundItsCommitIsFoundOutToo() throws Exception {
        use(Kind.H2);
        try (Transactions transactions = open(database, a);
                Connection connection = source.getConnection()) {
            begin(
                    transactions,
                    committing(connection, real -> {
                        real.commit();
                        throw new NoClassDefFoundError("after it");
                    }),
                    a.named());
            transactions.commit();
            assertEquals(1, a.committed.size());
            begin(
                    transactions,
                    committing(connection, real -> {
                        throw new NoClassDefFoundError("before it");
                    }),
                    a.named());
            assertThrows(RollbackException.class, transactions::commit);
            assertEquals(List.of(1, 1), List.of(a.committed.size(), a.rolledBack.size()));
            assertEquals(1, count("work"));
            assertEquals(0, transactions.active());
        }
    }

    @Test
    void whatCannotBeFoundOutIsLeftToRecovery() throws Exception {
        use(Kind.H2);
        try (Transactions transactions = open(database, a);
                Connection connection = source.getConnection()) {
            Connection lost = committing(connection, real -> {
                real.commit();
                execute("alter table millrace_markers rename to hidden");
                throw new SQLException("the answer was lost", "08006");
            });
            begin(transactions, lost, a.named());
            assertThrows(SystemException.class, transactions::commit);
            assertEquals(1, a.prepared().size());
            assertEquals(List.of("ledger"), transactions.recover().unreachable());
            transactions.recover();
            assertEquals(1, a.prepared().size(), "nobody knows");
            execute("alter table hidden rename to millrace_markers");
            transactions.recover();
            assertEquals(1, a.committed.size());
        }
        assertFalse(errors.isEmpty());
    }

    @Test
    void aBranchThatRollsBackByItselfIsMixed() throws Exception {
        use(Kind.H2);
        try (Transactions transactions = open(database, a);
                Connection connection = source.getConnection()) {
            a.fails("commit", XAException.XA_HEURRB);
            GlobalId id = begin(transactions, connection, a.named());
            assertThrows(HeuristicMixedException.class, transactions::commit);
            HeuristicOutcome kept = transactions.heuristicOutcomes().iterator().next();
            assertEquals(id, kept.transaction());
            assertEquals(Outcome.MIXED, kept.outcome());
            assertEquals(2, kept.branches().size(), kept.toString());
        }
    }

    @Test
    void thereIsOneAtMostAndRecoveryHasToKnowIt() throws Exception {
        use(Kind.H2);
        CommitMarkableDatabase stranger = CommitMarkableDatabase.of("stranger", source);
        assertThrows(IllegalArgumentException.class, () -> stranger.withTable("x; drop table work"));
        try (Transactions transactions = open(database, a);
                Connection first = source.getConnection();
                Connection second = source.getConnection()) {
            begin(transactions, first, a.named());
            Supplier<Throwable> another = () -> assertThrows(
                    IllegalStateException.class,
                    () -> transactions.getTransaction().enlistResource(database.of(second)));
            assertTrue(another.get().getMessage().contains("enlisted=ledger"));
            Throwable unknown = assertThrows(
                    IllegalStateException.class,
                    () -> transactions.getTransaction().enlistResource(stranger.of(second)));
            assertTrue(unknown.getMessage().contains("resource=stranger"), unknown.getMessage());
            transactions.commit();
            assertEquals(1, count("work"));
        }
    }

    @Test
    void aRealDatabaseWithXaIsToldByRecovery() throws Exception {
        use(Kind.H2);
        PGXADataSource bank = new PGXADataSource();
        bank.setUrl(postgres.getJdbcUrl("postgres", "postgres"));
        RecoverableResource recoverable = RecoverableResource.of("bank", bank);
        XAConnection xa = bank.getXAConnection();
        try (Transactions transactions = open(database, recoverable);
                Connection connection = source.getConnection();
                Statement setUp = xa.getConnection().createStatement()) {
            setUp.execute("drop table if exists account");
            setUp.execute("create table account (n int)");
            begin(
                    transactions,
                    connection,
                    NamedResource.of("bank", CutOff.before(1).around(xa.getXAResource())));
            try (Statement work = xa.getConnection().createStatement()) {
                work.execute("insert into account values (1)");
            }
            transactions.commit();
        } finally {
            xa.close();
        }
        try (Transactions transactions = open(database, recoverable)) {
            assertEquals(1, transactions.recover().committed(), errors.toString());
            assertTrue(transactions.recover().isDone());
        }
        source = postgres.getPostgresDatabase();
        assertEquals(1, count("account"));
    }
}
