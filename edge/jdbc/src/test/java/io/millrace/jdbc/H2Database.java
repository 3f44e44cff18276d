package io.millrace.jdbc;

import java.sql.SQLException;

/** A database in a file, which a process opens alone. */
record H2Database(String url) implements TestDatabase {
    @Override
    public String user() {
        return "sa";
    }

    @Override
    public String password() {
        return "secret";
    }

    @Override
    public void cutConnections() throws SQLException {
        execute("shutdown immediately");
    }

    @Override
    public void close() {}
}
