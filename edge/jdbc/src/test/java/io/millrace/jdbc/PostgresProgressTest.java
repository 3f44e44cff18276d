package io.millrace.jdbc;

import io.millrace.leaks.Tolerates;
import org.junit.jupiter.api.Tag;

@Tolerates(threads = ".*", files = ".*", because = "the server is started and watched by a library")
@Tag("engine")
class PostgresProgressTest extends ProgressContract {
    private static int databases;

    @Override
    TestDatabase create() {
        return PostgresDatabase.create(PostgresServer.shared(), "progress" + ++databases);
    }
}
