package io.millrace.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/**
 * Distinguishes errors of a request, which are its outcome, from errors of the connection. The error alone does not
 * decide it: databases report errors of a request as errors of the system, and requests can end connections. So the
 * connection is tried, and where it is still uncertain the request is repeated, a bounded number of times ({@link
 * Attempts}).
 */
final class Failures {
    private static final int VALID_WITHIN_SECONDS = 5;

    /** Connection errors, aborted transactions, lack of resources, errors of the system. */
    private static final Set<String> PASSING_CLASSES = Set.of("08", "40", "53", "58");

    /**
     * The server is shutting down, has crashed, or is starting; a lock was not to be had in time; the server can only
     * read for now, as one does that is about to take over; what the connection has prepared does not fit its tables
     * any more, or is gone.
     */
    private static final Set<String> PASSING_STATES =
            Set.of("57P01", "57P02", "57P03", "57P05", "HYT00", "55P03", "25006", "0A000", "26000");

    /** A key is there already. */
    private static final String DUPLICATE = "23505";

    /** A statement was cancelled, by its own time limit or by an operator. It would take as long again. */
    private static final String CANCELLED = "57014";

    /**
     * H2: the file is in use, a lock timed out, input or output failed, the connection or the database is closed, or
     * the store has failed.
     */
    private static final Set<Integer> PASSING_CODES_OF_H2 =
            Set.of(50200, 90007, 90020, 90028, 90031, 90067, 90098, 90121);

    private Failures() {}

    /** Returns whether the same may succeed later, on this connection or a new one, as far as the error says. */
    static boolean mayPass(Throwable failure) {
        if (!(failure instanceof SQLException error)) {
            // Lack of memory or of stack may be another thread's fault, and leaves the driver in an unknown state.
            return failure instanceof Error;
        }
        String state = state(error);
        if (state.equals(CANCELLED)) {
            return false;
        }
        return error instanceof SQLRecoverableException
                || error instanceof SQLTransientException
                || error instanceof SQLNonTransientConnectionException
                || PASSING_STATES.contains(state)
                || (state.length() == 5 && PASSING_CLASSES.contains(state.substring(0, 2)))
                || (isOfH2(error) && PASSING_CODES_OF_H2.contains(error.getErrorCode()));
    }

    /** Returns whether an error is that of a request on a working connection, so that it would be repeated. */
    static boolean isOfRequest(Throwable failure, Connection connection) {
        return !mayPass(failure) && isValid(connection);
    }

    /** Returns whether a row with the same key is there already. */
    static boolean isDuplicate(SQLException failure) {
        return state(failure).equals(DUPLICATE) || failure instanceof SQLIntegrityConstraintViolationException;
    }

    private static boolean isOfH2(SQLException failure) {
        return failure.getClass().getName().startsWith("org.h2.");
    }

    static boolean isValid(Connection connection) {
        try {
            return connection.isValid(VALID_WITHIN_SECONDS);
        } catch (SQLException | RuntimeException e) {
            return false;
        }
    }

    /** Returns the SQLSTATE, or a substitute where a driver has thrown something else. */
    static String state(Throwable failure) {
        if (!(failure instanceof SQLException error)) {
            return RefusedException.DRIVER;
        }
        return error.getSQLState() == null ? "" : error.getSQLState();
    }

    static int code(Throwable failure) {
        return failure instanceof SQLException error ? error.getErrorCode() : 0;
    }

    static String message(Throwable failure) {
        String message = failure.getMessage() == null ? "" : failure.getMessage();
        return failure instanceof SQLException ? message : failure.getClass().getName() + ": " + message;
    }

    /** Returns the error, as part of a message. */
    static String said(Throwable failure) {
        return "state=" + state(failure) + " code=" + code(failure) + " message=" + message(failure);
    }
}
