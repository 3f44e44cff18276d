package io.millrace.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The server of all classes that this process runs; it ends with the process. */
final class PostgresServer {
    private static EmbeddedPostgres server;

    private PostgresServer() {}

    /** Returns the server, on which each test has a database of its own; it starts with the first call. */
    static synchronized EmbeddedPostgres shared() {
        if (server == null) {
            try {
                server = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "off")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return server;
    }
}
