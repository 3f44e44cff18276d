package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.leaks.Tolerates;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tolerates(threads = ".*", files = ".*", because = "the server is started and watched by a library")
@Tag("engine")
@Tag("process")
class PostgresFaultTest extends FaultContract {
    private static int databases;

    @Override
    TestDatabase create() {
        return PostgresDatabase.create(PostgresServer.shared(), "fault" + ++databases);
    }

    @Override
    String endsItsConnection() {
        return "insert into done select pg_backend_pid() where pg_terminate_backend(pg_backend_pid())";
    }

    @Override
    String waitsForALock() {
        return "insert into done select id from payment for update nowait";
    }

    @Override
    String takesTooLong() {
        // The statements beside it have the same limit, and must keep it on a slow machine.
        gateway()
                .update(GatewayContract.at(0), "set statement_timeout = '3s'")
                .commit()
                .published()
                .clear();
        return "insert into done select 3 from pg_sleep(600)";
    }

    @Test
    void aConstraintThatIsCheckedAtTheCommitIsTheAnswerOfItsRequestAlone() throws SQLException {
        database().execute("alter table payment add unique (amount) deferrable initially deferred");
        database().execute("insert into payment values (1, 1)");
        GatewayContract.assertThrown(third("insert into payment values (2, 1)"), "23505", "");
        assertEquals(List.of("1"), database().look("select id from payment"));
    }

    @Test
    void aRequestThatEndsItsTransactionIsMadeOnceAndAnswered() throws SQLException {
        GatewayContract.assertThrown(
                third("create table another (id bigint); insert into done values (3); commit"),
                "0LM01",
                "has ended the transaction that it ran in");
        assertEquals(List.of("3"), database().look("select id from done where id = 3"));
    }

    @Test
    void aRequestThatRollsItsTransactionBackTakesNothingFromOthers() throws SQLException {
        GatewayContract.assertThrown(
                third("create table another (id bigint); rollback"),
                "0LM01",
                "has ended the transaction that it ran in");
    }

    @Test
    void aRequestThatHidesTheTableOfOutcomesIsAnswered() throws SQLException {
        GatewayContract.assertThrown(third("set search_path = 'nowhere'"), "42P01", "");
    }

    @Test
    void aPlanThatDoesNotFitItsTableAnyMoreIsMadeAgain() throws SQLException {
        for (int run = 1; run <= 8; run++) {
            gateway()
                    .query(GatewayContract.at(run), "select id from done", "Long")
                    .commit();
        }
        database().execute("alter table done alter column id type numeric");
        database().execute("insert into done values (7)");
        assertEquals(
                2, carryOut(gateway(), () -> gateway().query(GatewayContract.at(9), "select id from done", "Long")));
        assertEquals("found [7]", gateway().published().getLast());
    }
}
