package io.millrace.prove;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
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

    /** Makes an empty schema of a PostgreSQL database. */
    static StepRows postgresql(String url, String schema) {
        StepRows rows =
                new StepRows(url + (url.contains("?") ? "&" : "?") + "currentSchema=" + schema, Optional.of(schema));
        rows.execute("drop schema if exists " + schema + " cascade");
        rows.execute("create schema " + schema);
        return rows;
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
