package io.millrace.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.SQLException;

/** A database of a real server. */
record PostgresDatabase(String url) implements TestDatabase {
    /** Makes a database of this name on a server. */
    static PostgresDatabase create(EmbeddedPostgres server, String name) {
        try {
            new PostgresDatabase(server.getJdbcUrl("postgres", "postgres")).execute("create database " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new PostgresDatabase(server.getJdbcUrl("postgres", name));
    }

    @Override
    public String user() {
        return "postgres";
    }

    @Override
    public String password() {
        return "";
    }

    @Override
    public void cutConnections() throws SQLException {
        look("select pg_terminate_backend(pid) from pg_stat_activity"
                + " where datname = current_database() and pid <> pg_backend_pid()");
    }

    @Override
    public void close() {}
}
