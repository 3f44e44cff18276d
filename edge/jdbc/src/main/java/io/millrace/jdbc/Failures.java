package io.millrace.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** Tells an error of a statement, which is its outcome, from one that says that the database is away. */
final class Failures {
    private static final int VALID_WITHIN_SECONDS = 5;

    /** Connection errors, aborted transactions, lack of resources, errors of the system. */
    private static final Set<String> AWAY_CLASSES = Set.of("08", "40", "53", "58");

    /** The server is shutting down, has crashed, or is starting. */
    private static final Set<String> AWAY_STATES = Set.of("57P01", "57P02", "57P03", "57P05", "HYT00");

    /**
     * H2: the file is in use, a lock timed out, input or output failed, the connection or the database is closed, or
     * the store has failed.
     */
    private static final Set<Integer> AWAY_CODES_OF_H2 =
            Set.of(50000, 50200, 90007, 90020, 90028, 90031, 90067, 90098, 90121);

    private Failures() {}

    /** Whether the same request may succeed later on a new connection. */
    static boolean isAway(SQLException failure, Connection connection) {
        return saysAway(failure) || !isValid(connection);
    }

    /** The same where there is no connection yet. */
    static boolean saysAway(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        return failure instanceof SQLRecoverableException
                || failure instanceof SQLTransientException
                || failure instanceof SQLNonTransientConnectionException
                || AWAY_STATES.contains(state)
                || (state.length() == 5 && AWAY_CLASSES.contains(state.substring(0, 2)))
                || (isOfH2(failure) && AWAY_CODES_OF_H2.contains(failure.getErrorCode()));
    }

    private static boolean isOfH2(SQLException failure) {
        return failure.getClass().getName().startsWith("org.h2.");
    }

    private static boolean isValid(Connection connection) {
        try {
            return connection.isValid(VALID_WITHIN_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }
}
