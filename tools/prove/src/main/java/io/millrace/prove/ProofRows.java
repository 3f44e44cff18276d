package io.millrace.prove;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table of {@link StepTable}, in a schema of PostgreSQL or in a file of H2. It has no key, which would hide a row
 * that came twice.
 *
 * @param url the JDBC URL with user and password
 * @param schema the schema, empty where the database has this one table
 */
record StepRows(String url, Optional<String> schema) {

    private static final Pattern SERVER = Pattern.compile("(jdbc:postgresql://)([^/:,?\\[\\]]+)(?::(\\d+))?(/.*)");
    private static final int USUAL_PORT = 5432;

    /** Where a gateway stores the outcomes of its requests. */
    private static final String OUTCOMES = "millrace_outcomes";

    /** Returns the table in a schema of a PostgreSQL database, which {@link #create} makes. */
    static StepRows postgresql(String url, String schema) {
        return new StepRows(url + (url.contains("?") ? "&" : "?") + "currentSchema=" + schema, Optional.of(schema));
    }

    /** Makes the schema, if it has one, empty. */
    void create() {
        schema.ifPresent(name -> {
            execute("drop schema if exists " + name + " cascade");
            execute("create schema " + name);
        });
    }

    /** Returns the same table reached by a proxy; empty where the URL names no single host of a PostgreSQL server. */
    Optional<StepRows> reachedBy(ProxyStart start) throws IOException {
        Matcher matcher = SERVER.matcher(url);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int port = matcher.group(3) == null ? USUAL_PORT : Integer.parseInt(matcher.group(3));
        String own = matcher.group(1) + "127.0.0.1:" + start.port(matcher.group(2), port) + matcher.group(4);
        return Optional.of(new StepRows(own, schema));
    }

    /** Starts a proxy to an address and returns its port. */
    interface ProxyStart {
        int port(String host, int port) throws IOException;
    }

    /**
     * Returns a database in a file.
     *
     * @param directory its directory; may be one that a topology replaces
     */
    static StepRows inFile(String directory) {
        return new StepRows(
                "jdbc:h2:" + directory + "/database;DB_CLOSE_ON_EXIT=FALSE;USER=sa;PASSWORD=", Optional.empty());
    }

    /** Returns the rows as text, in an order that does not depend on when they were added. */
    List<String> all() {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select number, hash from steps order by number, hash")) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(result.getLong(1) + " " + result.getLong(2));
            }
            return rows;
        } catch (SQLException e) {
            throw new ProofException("cannot read the rows reason=" + e.getMessage(), e);
        }
    }

    /** Returns whether others may read the table while a gateway has it open. */
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
            if (!has(connection, "steps") || !has(connection, OUTCOMES)) {
                return new Counts(0, 0);
            }
            String sql = "select (select count(*) from steps), (select count(*) from " + OUTCOMES + " where idx > ?)";
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
