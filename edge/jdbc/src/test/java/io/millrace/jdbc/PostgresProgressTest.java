package io.millrace.jdbc;

import io.millrace.leaks.Tolerates;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tolerates(threads = ".*", files = ".*", because = "the server is started and watched by a library")
@Tag("engine")
class PostgresProgressTest extends ProgressContract {
    private static EmbeddedPostgres server;
    private static int databases;

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @Override
    TestDatabase create() {
        return PostgresDatabase.create(server, "progress" + ++databases);
    }
}
