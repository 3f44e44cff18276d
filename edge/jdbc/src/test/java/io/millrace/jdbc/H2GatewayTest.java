package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.service.GatewayUnavailableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class H2GatewayTest extends GatewayContract {
    @TempDir
    Path directory;

    @Override
    TestDatabase create() {
        return new H2Database("jdbc:h2:" + directory.resolve("database"));
    }

    @Override
    String bytesType() {
        return "varbinary(100)";
    }

    @Override
    String series(int count) {
        return "select x from system_range(1, " + count + ")";
    }

    @Test
    void aWrongPasswordIsNotTakenForADatabaseThatIsAway() {
        try (Conversation gateway = gateway().open()) {
            gateway.commit();
        }
        try (Conversation gateway = new Conversation(database(), "gateway", "wrong")) {
            JdbcException error = assertThrows(JdbcException.class, gateway::open);
            assertTrue(error.getMessage().contains("state=28000"), error.getMessage());
        }
    }

    @Test
    void aFileThatAnotherProcessHasOpenIsAwayForNow() throws Exception {
        try (TestProcess other =
                JavaCommand.of(HoldOpen.class, database().url()).start(directory)) {
            other.awaitLine("open");
            try (Conversation gateway = gateway()) {
                assertThrows(GatewayUnavailableException.class, gateway::open);
                other.kill();
                gateway.open().pay(at(1), 1).commit();
                assertEquals(List.of("updated 1"), gateway.published());
            }
        }
    }

    /** Keeps a database open until it is killed. */
    static final class HoldOpen {
        public static void main(String[] arguments) throws Exception {
            Connection connection = DriverManager.getConnection(arguments[0], "sa", "secret");
            System.out.println("open");
            Thread.sleep(Long.MAX_VALUE);
            connection.close();
        }
    }

    @Test
    void aUrlThatNoDriverKnowsIsAnErrorWithoutThePassword() {
        JdbcGateway gateway = new JdbcGateway(
                gateway(),
                "jdbc:nothing://host/db?password=secret",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());
        JdbcException error = assertThrows(JdbcException.class, () -> gateway.open(gateway()));
        assertTrue(
                error.getMessage().contains("url=jdbc:nothing://host/db ")
                        && error.getMessage().contains("org.h2.Driver")
                        && !error.getMessage().contains("secret"),
                error.getMessage());
    }
}
