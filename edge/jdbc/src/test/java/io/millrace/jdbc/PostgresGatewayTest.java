package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.fixtures.Await;
import io.millrace.leaks.Tolerates;
import io.millrace.service.GatewayUnavailableException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Against a real server, with a database for each test. */
@Tolerates(threads = ".*", files = ".*", because = "the server is started and watched by a library")
@Tag("engine")
@Tag("process")
class PostgresGatewayTest extends GatewayContract {
    private static int databases;

    @Override
    TestDatabase create() {
        return PostgresDatabase.create(PostgresServer.shared(), "test" + ++databases);
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
            CountDownLatch locked = new CountDownLatch(1);
            Thread rival = Thread.ofPlatform().start(() -> lockInReverse(database(), locked));
            try {
                locked.await();
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

    /** Has its first lock until another transaction waits for that, and then wants the other one. */
    private static void lockInReverse(TestDatabase database, CountDownLatch locked) {
        try (Connection connection = DriverManager.getConnection(database.url(), database.user(), database.password());
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("update payment set amount = 9 where id = 2");
            locked.countDown();
            Await.until(
                    "the gateway waits for the lock",
                    () -> !database.look("select 1 from pg_locks where not granted")
                            .isEmpty());
            statement.execute("update payment set amount = 9 where id = 1");
            connection.rollback();
        } catch (SQLException e) {
            assertEquals("40P01", e.getSQLState(), e.getMessage());
        } finally {
            locked.countDown();
        }
    }
}
