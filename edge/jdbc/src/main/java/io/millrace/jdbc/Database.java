package io.millrace.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * What differs between databases as far as the gateway is concerned.
 *
 * @param kind the family
 * @param definitionsCommit whether a statement that defines data ends the transaction
 */
record Database(Kind kind, boolean definitionsCommit) {
    /** Families of databases. */
    enum Kind {
        /** H2. */
        H2("varbinary(1048576)"),
        /** PostgreSQL. */
        POSTGRESQL("bytea"),
        /** MySQL and MariaDB. */
        MYSQL("longblob"),
        /** Any other. */
        OTHER("blob");

        private final String bytesType;

        Kind(String bytesType) {
            this.bytesType = bytesType;
        }

        /** Returns the type of a column that holds up to a mebibyte. */
        String bytesType() {
            return bytesType;
        }
    }

    static Database of(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        Kind kind = switch (metaData.getDatabaseProductName().toLowerCase(Locale.ROOT)) {
            case "h2" -> Kind.H2;
            case "postgresql" -> Kind.POSTGRESQL;
            case "mysql", "mariadb" -> Kind.MYSQL;
            default -> Kind.OTHER;
        };
        return new Database(kind, metaData.dataDefinitionCausesTransactionCommit());
    }

    /**
     * Makes sure that a commit that has returned is not lost by a killed process, and that what has no time zone means
     * UTC: drivers and databases would take the zone of the JVM or of the server.
     */
    void prepareSession(Connection connection) throws SQLException {
        switch (kind) {
            case H2 -> {
                execute(connection, "set write_delay 0");
                execute(connection, "set time zone 'UTC'");
            }
            case POSTGRESQL -> {
                execute(connection, "set time zone 'UTC'");
                if (setting(connection, "show synchronous_commit").equals("off")) {
                    execute(connection, "set synchronous_commit to on");
                }
            }
            case MYSQL, OTHER -> {}
        }
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    /** Makes sure that what was committed is not lost by a power failure, where a commit itself does not. */
    void sync(Connection connection) throws SQLException {
        if (kind == Kind.H2) {
            execute(connection, "checkpoint sync");
        }
    }

    /** Returns whether a statement may end the transaction by itself. */
    boolean mayCommit(String sql) {
        return definitionsCommit && !SqlStart.isAboutData(sql);
    }

    private static String setting(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return result.next() ? result.getString(1) : "";
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
