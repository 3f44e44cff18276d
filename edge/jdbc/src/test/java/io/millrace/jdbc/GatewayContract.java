package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.journal.Index;
import io.millrace.service.FencedException;
import io.millrace.service.GatewayUnavailableException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway promises on every database. */
abstract class GatewayContract {

    @TempDir
    private Path scratch;

    static final String IDS = "select id from payment order by id";

    private TestDatabase database;

    abstract TestDatabase create();

    @BeforeEach
    void createDatabase() {
        database = create();
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    TestDatabase database() {
        return database;
    }

    Conversation gateway(Class<?>... resultTypes) {
        return new Conversation(database, "gateway", resultTypes);
    }

    static long at(long number) {
        return Index.of(0, 4096 + 8 * number);
    }

    @Test
    void anUpdateIsAnsweredByTheNumberOfRows() throws SQLException {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(1), 1)
                    .pay(at(2), 2)
                    .update(at(3), "update payment set amount = 2")
                    .commit();
            assertEquals(List.of("updated 1", "updated 1", "updated 2"), gateway.published());
            assertEquals(2, gateway.count("payment"));
        }
        assertEquals(List.of("1", "2"), database.look(IDS));
    }

    @Test
    void aRequestThatFailsTakesBackItsOwnEffectAndNoOther() throws SQLException {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(1), 1)
                    .update(at(2), "insert into payment (id, amount) values (2, 1), (1, 1)")
                    .update(at(3), "insert into nowhere values (1)")
                    .pay(at(4), 4)
                    .commit();
            assertEquals(4, gateway.published().size());
            assertEquals("updated 1", gateway.published().get(0));
            assertTrue(gateway.published().get(1).startsWith("thrown 23505"), gateway.published()::toString);
            assertTrue(gateway.published().get(2).startsWith("thrown 42"), gateway.published()::toString);
            assertEquals("updated 1", gateway.published().get(3));
        }
        assertEquals(List.of("1", "4"), database.look(IDS));
    }

    @Test
    void aBatchThatIsRolledBackCanBeMadeAgain() throws SQLException {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(1), 1).pay(at(2), 2).rollback();
            assertEquals(List.of(), database.look(IDS));
            gateway.pay(at(1), 1).pay(at(2), 2).commit();
            assertEquals(List.of("updated 1", "updated 1"), gateway.published());
        }
        assertEquals(List.of("1", "2"), database.look(IDS));
    }

    @Test
    void anOutcomeThatWasNotPublishedIsReplayedAndItsEffectIsNotRepeated() throws SQLException {
        List<String> first;
        try (Conversation gateway = gateway(Payment.class).open()) {
            gateway.pay(at(1), 1)
                    .pay(at(2), 1)
                    .query(at(3), IDS.replace("id from", "id, amount from"), "Payment")
                    .query(at(4), "select nothing", "Payment")
                    .update(at(5), "update payment set amount = amount + 1")
                    .commit();
            first = List.copyOf(gateway.published());
        }
        try (Conversation gateway = gateway(Payment.class).open()) {
            gateway.pay(at(1), 1)
                    .pay(at(2), 1)
                    .query(at(3), IDS.replace("id from", "id, amount from"), "Payment")
                    .query(at(4), "select nothing", "Payment")
                    .update(at(5), "update payment set amount = amount + 1")
                    .pay(at(6), 6)
                    .commit();
            assertEquals(first, gateway.published().subList(0, 5));
            assertEquals(List.of(new Payment(1, new BigDecimal("1.50"))), gateway.rows());
        }
        assertEquals(List.of("2.50", "1.50"), database.look("select amount from payment order by id"));
    }

    @Test
    void aProcessKilledBetweenCommitAndPublishingHasItsOutcomesReplayed() throws Exception {
        JavaCommand command =
                JavaCommand.of(CommitAndWait.class, database.url(), database.user(), database.password(), "100");
        try (TestProcess child = command.start(scratch)) {
            child.awaitLine("committed");
            child.awaitLine("more");
        }
        try (Conversation gateway = gateway().open()) {
            assertEquals(100, gateway.count("payment"));
            LongStream.rangeClosed(1, 101).forEach(number -> gateway.pay(at(number), number));
            gateway.commit();
            assertEquals(java.util.Collections.nCopies(101, "updated 1"), gateway.published());
            assertEquals(101, gateway.count("payment"));
        }
    }

    @Test
    void gatewaysOfDifferentNamesDoNotShareOutcomes() throws SQLException {
        try (Conversation first = gateway().open()) {
            first.pay(at(1), 1).commit();
        }
        try (Conversation second = new Conversation(database, "second").open()) {
            second.pay(at(1), 2).commit();
        }
        assertEquals(List.of("1", "2"), database.look(IDS));
    }

    @Test
    void outcomesThatAreInTheOutputAreDeletedButForTheNewest() throws SQLException {
        try (Conversation gateway = gateway().open()) {
            LongStream.rangeClosed(1, 6_000).forEach(number -> gateway.pay(at(number), number));
            gateway.commit();
        }
        String indexes = "select idx from millrace_outcomes order by idx";
        try (Conversation gateway = gateway().resumeAfter(at(5_999)).open()) {
            assertEquals(List.of(Long.toString(at(5_999)), Long.toString(at(6_000))), database.look(indexes));
            gateway.pay(at(6_000), 6_000).commit();
            assertEquals(List.of("updated 1"), gateway.published());
            JdbcException error = assertThrows(JdbcException.class, () -> gateway.pay(at(17), 17));
            assertTrue(
                    error.getMessage().contains("outcome of an executed request is not stored any more")
                            && error.getMessage().contains("index=" + Index.toText(at(17))),
                    error.getMessage());
        }
    }

    @Test
    void aGatewayThatWasRenamedTakesOverItsOutcomes() throws SQLException {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(1), 1).pay(at(2), 2).commit();
        }
        for (int run = 0; run < 2; run++) {
            try (Conversation renamed = new Conversation(database, "renamed").formerly("gateway", "earlier")) {
                renamed.resumeAfter(at(1))
                        .open()
                        .pay(at(2), 2)
                        .pay(at(3 + run), 3 + run)
                        .commit();
                assertEquals(List.of("updated 1", "updated 1"), renamed.published());
            }
        }
        assertEquals(List.of("1", "2", "3", "4"), database.look(IDS));
        assertEquals(List.of("renamed"), database.look("select distinct gateway from millrace_outcomes"));
    }

    @Test
    void anOutcomeBeyondTheEndOfItsJournalIsAnErrorThatNamesBoth() {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(9), 1).commit();
        }
        try (Conversation gateway = gateway().lastIndex(at(8))) {
            JdbcException error = assertThrows(JdbcException.class, gateway::open);
            assertTrue(
                    error.getMessage().contains("storedIndex=" + Index.toText(at(9)))
                            && error.getMessage().contains("lastIndex=" + Index.toText(at(8)))
                            && error.getMessage().contains("journal=" + Conversation.JOURNAL),
                    error.getMessage());
        }
    }

    @Test
    void aDatabaseThatDoesNotKnowWhatWasAnsweredIsAnError() {
        try (Conversation gateway = gateway().resumeAfter(at(5))) {
            JdbcException error = assertThrows(JdbcException.class, gateway::open);
            assertTrue(error.getMessage().contains("storedIndex=none"), error.getMessage());
        }
    }

    @Test
    void aLostConnectionIsOpenedAgainAndTheBatchMadeAgain() throws SQLException {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(1), 1).commit();
            gateway.pay(at(2), 2);
            database.cutConnections();
            assertThrows(GatewayUnavailableException.class, () -> gateway.pay(at(3), 3));
            gateway.rollback();
            assertThrows(GatewayUnavailableException.class, () -> gateway.pay(at(2), 2));
            gateway.open().pay(at(2), 2).pay(at(3), 3).commit();
            assertEquals(List.of("updated 1", "updated 1", "updated 1"), gateway.published());
        }
        assertEquals(List.of("1", "2", "3"), database.look(IDS));
    }

    @Test
    void aConnectionLostBeforeTheCommitLosesTheBatchAndOneLostBehindItDoesNot() throws SQLException {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(1), 1);
            database.cutConnections();
            assertThrows(GatewayUnavailableException.class, gateway::commit);
            gateway.rollback();
            assertEquals(List.of(), database.look(IDS));
            gateway.open().pay(at(1), 1).commit();
            // The runtime never heard of that commit: it makes the requests again.
            database.cutConnections();
            gateway.rollback().open().pay(at(1), 1).pay(at(2), 2).commit();
            assertEquals(List.of("updated 1", "updated 1", "updated 1"), gateway.published());
        }
        assertEquals(List.of("1", "2"), database.look(IDS));
    }

    @Test
    void everyScalarArrivesAndComesBack() throws SQLException {
        database.execute("create table everything (truth boolean, small int, large bigint, ratio double precision,"
                + " money numeric(20, 4), text varchar(100), id uuid, bytes " + bytesType()
                + ", at timestamp with time zone,"
                + " the_day date, thehour time, local_time timestamp, colour varchar(10), missing bigint)");
        UUID id = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
        Instant at = Instant.parse("2013-11-25T00:00:13.123456Z");
        LocalDateTime local = LocalDateTime.parse("2024-02-29T23:59:59.5");
        byte[] bytes = {0, -1, 127};
        try (Conversation gateway = gateway(Everything.class).open()) {
            gateway.update(
                            at(1),
                            "insert into everything values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            true,
                            -7,
                            Long.MAX_VALUE,
                            0.1 + 0.2,
                            new BigDecimal("12345.6789"),
                            "naïve 日本",
                            id,
                            bytes,
                            at,
                            LocalDate.parse("2024-02-29"),
                            LocalTime.parse("23:59:59"),
                            local,
                            "GREEN",
                            null)
                    .query(at(2), "select * from everything where id = ?", "io.millrace.jdbc.Everything", id)
                    .commit();
            assertEquals("updated 1", gateway.published().getFirst());
            assertEquals(1, gateway.rows().size(), gateway.published()::toString);
            Everything row = (Everything) gateway.rows().getFirst();
            assertTrue(row.truth);
            assertEquals(-7, row.small);
            assertEquals(Long.MAX_VALUE, row.large);
            assertEquals(0.1 + 0.2, row.ratio);
            assertEquals(new BigDecimal("12345.6789"), row.money);
            assertEquals("naïve 日本", row.text);
            assertEquals(id, row.id);
            assertArrayEquals(bytes, row.bytes);
            assertEquals(at, row.at);
            assertEquals(LocalDate.parse("2024-02-29"), row.theDay);
            assertEquals(LocalTime.parse("23:59:59"), row.theHour);
            assertEquals(local, row.localTime);
            assertEquals(Everything.Colour.GREEN, row.colour);
            assertNull(row.missing);
        }
    }

    abstract String bytesType();

    @Test
    void aQueryThatDoesNotFitItsTypeIsAnsweredByTheReason() {
        try (Conversation gateway = gateway(Payment.class, Long.class).open()) {
            gateway.update(at(1), "insert into payment (id, amount) values (1, null)")
                    .query(at(2), "select count(*) from payment", "Long")
                    .query(at(3), "select id, amount from payment", "Payment")
                    .query(at(4), "select id from payment", "Payment")
                    .query(at(5), "select id, amount, 1 as more from payment", "Payment")
                    .query(at(6), "select cast(null as bigint) as id, amount from payment", "Payment")
                    .query(at(7), "select 1.5 as id, amount from payment", "Payment")
                    .query(at(8), "select id, amount from payment", "java.lang.Runtime")
                    .commit();
            List<String> published = gateway.published();
            assertEquals("found [1]", published.get(1));
            assertEquals("found [Payment[id=1, amount=null]]", published.get(2));
            assertThrown(published.get(3), "07006", "field=amount");
            assertThrown(published.get(4), "07006", "the type has no field for the column");
            assertThrown(published.get(5), "07006", "is null");
            assertThrown(published.get(6), "07006", "field=id");
            assertThrown(
                    published.get(7),
                    "0LM01",
                    "type=java.lang.Runtime allowed=[io.millrace.jdbc.Payment, java.lang.Long]");
        }
    }

    static void assertThrown(String outcome, String state, String part) {
        assertTrue(outcome.startsWith("thrown " + state) && outcome.contains(part), outcome);
    }

    @Test
    void aResultThatIsTooLargeIsAnsweredByTheReason() throws SQLException {
        try (Conversation gateway = gateway(Long.class, String.class).open()) {
            gateway.query(at(1), series(10_001), "Long")
                    .query(at(2), series(10_000), "Long")
                    .query(at(3), "select repeat('0123456789', 200000)", "String")
                    .pay(at(4), 1)
                    .commit();
            assertThrown(gateway.published().get(0), "0LM01", "at most 10000 rows");
            assertTrue(gateway.published().get(1).startsWith("found"));
            assertThrown(gateway.published().get(2), "0LM01", "at most 1048576 bytes");
        }
        assertEquals(List.of("1"), database.look(IDS));
    }

    /** A query that gives so many numbers. */
    abstract String series(int count);

    @Test
    void aRequestCannotControlItsTransaction() throws SQLException {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(1), 1)
                    .update(at(2), "commit")
                    .update(at(3), " /* a */ -- b\n ROLLBACK")
                    .update(at(4), "savepoint s")
                    .rollback();
            assertEquals(List.of(), database.look(IDS));
            gateway.update(at(1), "Start Transaction").commit();
            assertThrown(gateway.published().getFirst(), "0LM01", "cannot control");
        }
    }

    @Test
    void aStatementThatDefinesDataLeavesThePromiseToTheOthers() throws SQLException {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(1), 1)
                    .update(at(2), "create table another (id bigint)")
                    .update(at(3), "create table another (id bigint)")
                    .pay(at(4), 4)
                    .rollback();
            gateway.pay(at(1), 1)
                    .update(at(2), "create table another (id bigint)")
                    .update(at(3), "create table another (id bigint)")
                    .pay(at(4), 4)
                    .commit();
            assertEquals(List.of("updated 1", "updated 0"), gateway.published().subList(0, 2));
            assertTrue(gateway.published().get(2).startsWith("thrown 42"), gateway.published()::toString);
        }
        assertEquals(List.of("1", "4"), database.look(IDS));
    }

    @Test
    void whatIsCountedMustBeATable() {
        try (Conversation gateway = gateway().open()) {
            assertThrows(JdbcException.class, () -> gateway.count("payment; drop table payment"));
            assertThrows(JdbcException.class, () -> gateway.count("nowhere"));
            gateway.pay(at(1), 1).commit();
            assertEquals(1, gateway.count("payment"));
        }
    }

    @Test
    void aSetupStatementThatFailsIsNamed() {
        JdbcGateway gateway = new JdbcGateway(
                gateway(),
                database.url(),
                java.util.Optional.of(database.user()),
                java.util.Optional.of(database.password()),
                List.of("create table broken ("),
                List.of(),
                java.util.Optional.empty(),
                List.of());
        try (gateway) {
            JdbcException error = assertThrows(JdbcException.class, () -> gateway.open(gateway()));
            assertTrue(error.getMessage().contains("sql=create table broken ("), error.getMessage());
        }
    }

    @Test
    void refusalsAreStated() {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(1), 1)
                    .update(at(2), "insert into nowhere values (1)")
                    .commit();
            gateway.query(at(3), "select 1", "java.lang.Thread").commit();
            assertEquals(2, gateway.refused().size());
            assertTrue(
                    gateway.refused().getFirst().endsWith("sql=insert into nowhere values (1)"),
                    gateway.refused()::toString);
        }
        try (Conversation gateway = gateway().open()) { // also where they are answered again
            gateway.update(at(2), "insert into nowhere values (1)");
            assertEquals(1, gateway.refused().size());
        }
    }

    /** The first time it may be an own transaction, whose connection was lost during its commit. */
    @Test
    void aProcessWhoseRequestsAnotherOneMakesIsFenced() throws SQLException {
        try (Conversation gateway = gateway().open();
                Conversation other = gateway().open()) {
            other.pay(at(1), 1).commit();
            assertThrows(GatewayUnavailableException.class, () -> gateway.pay(at(1), 1));
            gateway.rollback().open().pay(at(1), 1).commit();
            other.pay(at(2), 2).commit();
            FencedException error = assertThrows(FencedException.class, () -> gateway.pay(at(2), 2));
            assertTrue(error.getMessage().contains("another process makes the requests"), error.getMessage());
            other.pay(at(3), 3).commit();
            assertEquals(List.of("1", "2", "3"), database.look(IDS));
        }
    }
}
