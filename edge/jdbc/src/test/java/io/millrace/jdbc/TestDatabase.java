package io.millrace.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database for one test. */
interface TestDatabase extends AutoCloseable {
    String url();

    String user();

    String password();

    /** Cuts every connection, as a server does that goes away and comes back. */
    void cutConnections() throws SQLException;

    /** Looks from outside: the first column of every row. */
    default List<String> look(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), user(), password());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (result.next()) {
                found.add(result.getString(1));
            }
            return found;
        }
    }

    default void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(), user(), password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    void close();
}
