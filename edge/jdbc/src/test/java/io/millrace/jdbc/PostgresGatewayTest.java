package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.leaks.Tolerates;
import io.millrace.service.GatewayUnavailableException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Against a real server, one for the class and a database for each test. */
@Tolerates(threads = ".*", files = ".*", because = "the server is started and watched by a library")
@Tag("engine")
@Tag("process")
class PostgresGatewayTest extends GatewayContract {
    private static EmbeddedPostgres server;
    private static int databases;

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "off")
                .start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @Override
    TestDatabase create() {
        return PostgresDatabase.create(server, "test" + ++databases);
    }

    @Override
    String bytesType() {
        return "bytea";
    }

    @Override
    String series(int count) {
        return "select generate_series(1, " + count + ")";
    }

    @Test
    void aServerThatIsNotThereIsAwayForNow() {
        TestDatabase nobody = new PostgresDatabase("jdbc:postgresql://localhost:1/nothing");
        try (Conversation gateway = new Conversation(nobody, "gateway")) {
            assertThrows(GatewayUnavailableException.class, gateway::open);
        }
    }

    @Test
    void aTransactionThatWasAbortedByADeadlockIsMadeAgain() throws Exception {
        try (Conversation gateway = gateway().open()) {
            gateway.pay(at(1), 1).pay(at(2), 2).commit();
            Thread rival = Thread.ofPlatform().start(() -> lockInReverse(database()));
            try {
                while (database()
                        .look("select 1 from pg_locks l join pg_class c on c.oid = l.relation"
                                + " where c.relname = 'payment' and l.mode = 'RowExclusiveLock'")
                        .isEmpty()) {
                    LockSupport.parkNanos(1_000_000);
                }
                GatewayUnavailableException away = null;
                try {
                    gateway.update(at(3), "update payment set amount = 3 where id = 1")
                            .update(at(4), "update payment set amount = 4 where id = 2");
                } catch (GatewayUnavailableException e) {
                    away = e;
                }
                // Whichever of the two the server chose as its victim, the batch is whole in the end.
                if (away != null) {
                    gateway.rollback()
                            .open()
                            .update(at(3), "update payment set amount = 3 where id = 1")
                            .update(at(4), "update payment set amount = 4 where id = 2");
                }
                gateway.commit();
            } finally {
                rival.join();
            }
            assertEquals(List.of("updated 1", "updated 1", "updated 1", "updated 1"), gateway.published());
        }
        assertEquals(List.of("3.00", "4.00"), database().look("select amount from payment order by id"));
    }

    private static void lockInReverse(TestDatabase database) {
        try {
            database.execute("begin; update payment set amount = 9 where id = 2; select pg_sleep(1);"
                    + " update payment set amount = 9 where id = 1; rollback");
        } catch (SQLException e) {
            assertEquals("40P01", e.getSQLState(), e.getMessage());
        }
    }
}
