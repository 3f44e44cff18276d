package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.service.GatewayUnavailableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a request is its answer, whatever it does, and the requests beside it are carried out once. */
abstract class FaultContract {

    @TempDir
    private Path scratch;

    private TestDatabase database;
    private Conversation gateway;

    abstract TestDatabase create();

    /** A statement that ends the connection that it runs on. */
    abstract String endsItsConnection();

    @BeforeEach
    void openGateway() throws SQLException {
        database = create();
        gateway = new Conversation(database, "gateway", Long.class).open();
        // No key, which would hide what comes twice.
        database.execute("create table done (id bigint)");
    }

    @AfterEach
    void closeGateway() {
        gateway.close();
        database.close();
    }

    TestDatabase database() {
        return database;
    }

    Conversation gateway() {
        return gateway;
    }

    static void done(Conversation gateway, long number) {
        gateway.update(GatewayContract.at(number), "insert into done values (?)", number);
    }

    /** Makes a batch as the runtime does, again and again until it is committed; says how often. */
    static int carryOut(Conversation gateway, Runnable batch) {
        for (int attempt = 1; ; attempt++) {
            try {
                batch.run();
                gateway.commit();
                return attempt;
            } catch (GatewayUnavailableException e) {
                gateway.rollback();
                assertTrue(attempt < 50, () -> "it is made again for ever: " + e.getMessage());
                gateway.open();
            }
        }
    }

    /** Makes requests 1 to 5, of which the third is this one; returns its answer. */
    final String third(String sql, Object... arguments) throws SQLException {
        return third(new int[1], sql, arguments);
    }

    private String third(int[] attempts, String sql, Object... arguments) throws SQLException {
        attempts[0] = carryOut(gateway, () -> {
            done(gateway, 1);
            done(gateway, 2);
            gateway.update(GatewayContract.at(3), sql, arguments);
            done(gateway, 4);
            done(gateway, 5);
        });
        List<String> published = gateway.published();
        assertEquals(5, published.size());
        for (int other : new int[] {0, 1, 3, 4}) {
            assertEquals("updated 1", published.get(other));
        }
        assertEquals(List.of("1", "2", "4", "5"), database.look("select id from done where id <> 3 order by id"));
        return published.get(2);
    }

    @Test
    void aRequestThatEndsItsConnectionIsAnsweredAfterSomeAttempts() throws SQLException {
        int[] attempts = new int[1];
        String answer = third(attempts, endsItsConnection());
        assertTrue(answer.startsWith("thrown "), answer);
        assertEquals(Attempts.MAX + 1, attempts[0], answer);
    }

    @Test
    void aTransactionIsNotControlledByASecondStatementEither() throws SQLException {
        GatewayContract.assertThrown(third("insert into done values (3); /* ; */ commit"), "0LM01", "cannot control");
        assertEquals(List.of(), database.look("select id from done where id = 3"));
    }

    @Test
    void aSecondStatementThatRollsBackTakesNothingFromOthers() throws SQLException {
        GatewayContract.assertThrown(third("insert into done values (3); rollback"), "0LM01", "cannot control");
        assertEquals(List.of(), database.look("select id from done where id = 3"));
    }

    @Test
    void aLockThatIsNeverToBeHadIsAnsweredAfterSomeAttempts() throws SQLException {
        try (Connection holder = DriverManager.getConnection(database.url(), database.user(), database.password());
                Statement statement = holder.createStatement()) {
            database.execute("insert into payment values (1, 1)");
            holder.setAutoCommit(false);
            statement.execute("select * from payment for update");
            int[] attempts = new int[1];
            String answer = third(attempts, waitsForALock());
            assertTrue(answer.startsWith("thrown HYT00") || answer.startsWith("thrown 55P03"), answer);
            assertEquals(Attempts.MAX + 1, attempts[0]);
            holder.rollback();
        }
    }

    /** A statement that does not get the lock of a payment. */
    abstract String waitsForALock();

    @Test
    void aStatementThatTakesTooLongIsAnsweredAtOnce() throws SQLException {
        int[] attempts = new int[1];
        GatewayContract.assertThrown(third(attempts, takesTooLong()), "57014", "");
        assertEquals(1, attempts[0]);
    }

    /** A statement that runs longer than the database allows. */
    abstract String takesTooLong() throws SQLException;

    @Test
    void aNestingThatEndsTheStackIsAnswered() throws SQLException {
        String answer = third("insert into done values (" + "(".repeat(30_000) + "3" + ")".repeat(30_000) + ")");
        assertTrue(answer.startsWith("thrown "), answer);
    }

    @Test
    void aRequestWithoutAStatementIsAnswered() throws SQLException {
        GatewayContract.assertThrown(third(null), "0LM01", "has no statement");
    }

    @Test
    void aStatementBehindManyBlanksIsCarriedOut() throws SQLException {
        assertEquals("updated 1", third(" \n".repeat(100_000) + "insert into done values (3)"));
    }

    @Test
    void anErrorLongerThanAnOutcomeIsAnswered() throws SQLException {
        String answer = third("insert into nowhere" + "x".repeat(3_000_000) + " values (3)");
        assertTrue(answer.startsWith("thrown ") && answer.length() < 5_000, answer.substring(0, 100));
    }

    @Test
    void whatWasMadeSinglyBeforeAKillIsNotMadeAgain() throws Exception {
        gateway.close();
        JavaCommand command = JavaCommand.of(
                CommitSingly.class, database.url(), database.user(), database.password(), endsItsConnection());
        try (TestProcess child = command.start(scratch)) {
            child.awaitLine("made singly");
        }
        try (Conversation again = new Conversation(database, "gateway", Long.class).open()) {
            carryOut(again, () -> CommitSingly.batch(again, endsItsConnection(), CommitSingly.REQUESTS));
            List<String> published = again.published();
            assertTrue(published.remove(CommitSingly.SPOILT - 1).startsWith("thrown"));
            assertEquals(Collections.nCopies(CommitSingly.REQUESTS - 1, "updated 1"), published);
        }
        assertEquals(
                LongStream.rangeClosed(1, CommitSingly.REQUESTS)
                        .filter(number -> number != CommitSingly.SPOILT)
                        .mapToObj(Long::toString)
                        .toList(),
                database.look("select id from done order by id"));
    }
}
