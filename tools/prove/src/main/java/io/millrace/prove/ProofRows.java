package io.millrace.prove;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables that a gateway fills, in a schema of PostgreSQL or in a file of H2. They have no key, which would hide a
 * row that came twice.
 *
 * @param url the JDBC URL with user and password
 * @param schema the schema, empty where the database has these tables alone
 * @param tables the names of the tables
 */
record ProofRows(String url, Optional<String> schema, List<String> tables) {

    private static final Pattern SERVER = Pattern.compile("(jdbc:postgresql://)([^/:,?\\[\\]]+)(?::(\\d+))?(/.*)");
    private static final int USUAL_PORT = 5432;

    /** Where a gateway stores the outcomes of its requests. */
    private static final String OUTCOMES = "millrace_outcomes";

    /** Returns tables in a schema of a PostgreSQL database, which {@link #create} makes. */
    static ProofRows postgresql(String url, String schema, List<String> tables) {
        return new ProofRows(
                url + (url.contains("?") ? "&" : "?") + "currentSchema=" + schema, Optional.of(schema), tables);
    }

    /** Makes the schema, if it has one, empty. */
    void create() {
        schema.ifPresent(name -> {
            execute("drop schema if exists " + name + " cascade");
            execute("create schema " + name);
        });
    }

    /** Returns the same tables reached by a proxy; empty where the URL names no single host of a PostgreSQL server. */
    Optional<ProofRows> reachedBy(ProxyStart start) throws IOException {
        Matcher matcher = SERVER.matcher(url);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int port = matcher.group(3) == null ? USUAL_PORT : Integer.parseInt(matcher.group(3));
        String own = matcher.group(1) + "127.0.0.1:" + start.port(matcher.group(2), port) + matcher.group(4);
        return Optional.of(new ProofRows(own, schema, tables));
    }

    /** Starts a proxy to an address and returns its port. */
    interface ProxyStart {
        int port(String host, int port) throws IOException;
    }

    /**
     * Returns tables in a database in a file.
     *
     * @param directory its directory
     * @param tables the names of the tables
     */
    static ProofRows inFile(Path directory, List<String> tables) {
        return new ProofRows(
                "jdbc:h2:" + directory.toAbsolutePath() + "/database;DB_CLOSE_ON_EXIT=FALSE;USER=sa;PASSWORD=",
                Optional.empty(),
                tables);
    }

    /** Returns the rows of all tables as text, in an order that does not depend on when they were added. */
    List<String> all() {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            List<String> rows = new ArrayList<>();
            for (String table : tables) {
                try (ResultSet result = statement.executeQuery("select * from " + table)) {
                    while (result.next()) {
                        rows.add(table + " " + result.getString(1) + " " + result.getString(2));
                    }
                }
            }
            Collections.sort(rows);
            return rows;
        } catch (SQLException e) {
            throw new ProofException("cannot read the rows reason=" + e.getMessage(), e);
        }
    }

    /** Returns whether others may read the tables while a gateway has it open. */
    boolean isShared() {
        return schema.isPresent();
    }

    /**
     * What the database has at one moment.
     *
     * @param rows how many rows
     * @param outcomes how many outcomes of requests after an index
     */
    record Counts(long rows, long outcomes) {}

    /** Returns how many rows there are, and how many outcomes of requests after an index; none before the setup. */
    Counts counts(long after) {
        try (Connection connection = DriverManager.getConnection(url)) {
            for (String table : tables) {
                if (!has(connection, table)) {
                    return new Counts(0, 0);
                }
            }
            if (!has(connection, OUTCOMES)) {
                return new Counts(0, 0);
            }
            String rows = String.join(
                    " + ",
                    tables.stream()
                            .map(table -> "(select count(*) from " + table + ")")
                            .toList());
            String sql = "select " + rows + ", (select count(*) from " + OUTCOMES + " where idx > ?)";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, after);
                try (ResultSet result = statement.executeQuery()) {
                    result.next();
                    return new Counts(result.getLong(1), result.getLong(2));
                }
            }
        } catch (SQLException e) {
            throw new ProofException("cannot count the rows reason=" + e.getMessage(), e);
        }
    }

    private boolean has(Connection connection, String table) throws SQLException {
        try (ResultSet tables = connection
                .getMetaData()
                .getTables(
                        null, schema.orElse(null), schema.isPresent() ? table : table.toUpperCase(Locale.ROOT), null)) {
            return tables.next();
        }
    }

    /** Removes what is not in the directory of the proof. */
    void drop() {
        schema.ifPresent(name -> execute("drop schema " + name + " cascade"));
    }

    private void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new ProofException("cannot use the database reason=" + e.getMessage(), e);
        }
    }
}
