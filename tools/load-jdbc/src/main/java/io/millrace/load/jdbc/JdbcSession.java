package io.millrace.load.jdbc;

import io.millrace.load.LoadException;
import io.millrace.load.Operation;
import io.millrace.load.TargetSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * One connection. Rows of an answer are read to the end before an operation is complete. A connection that was lost is
 * made anew by the next operation, in whose time that is.
 */
final class JdbcSession implements TargetSession {
    private static final String CONNECTION_CLASS = "08";

    private final JdbcTarget target;
    private final List<JdbcOperation> kinds;
    private final List<PreparedStatement> prepared = new ArrayList<>();
    private Connection connection;

    private JdbcSession(JdbcTarget target, List<JdbcOperation> kinds) {
        this.target = target;
        this.kinds = kinds;
    }

    static JdbcSession open(JdbcTarget target, List<JdbcOperation> kinds) throws SQLException {
        JdbcSession session = new JdbcSession(target, kinds);
        session.connect();
        return session;
    }

    private void connect() throws SQLException {
        connection = target.connect();
        try {
            for (JdbcOperation kind : kinds) {
                prepared.add(kind.prepare(connection));
            }
        } catch (SQLException | RuntimeException | Error e) {
            disconnect();
            throw e;
        }
    }

    @Override
    public void issue(Operation operation) throws SQLException {
        if (connection == null) {
            connect();
        }
        PreparedStatement statement = prepared.get(operation.kind());
        try {
            kinds.get(operation.kind()).bind(statement, operation);
            boolean hasRows = statement.execute();
            if (hasRows) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        // The first column is enough to make the driver take the row apart.
                        rows.getObject(1);
                    }
                }
            }
        } catch (SQLException e) {
            // Said first, as looking after the connection is not part of the operation.
            operation.fail(e);
            if (isLost(e)) {
                disconnect();
            }
            return;
        }
        operation.complete();
    }

    private boolean isLost(SQLException e) throws SQLException {
        String state = e.getSQLState();
        return (state != null && state.startsWith(CONNECTION_CLASS)) || connection.isClosed();
    }

    private void disconnect() {
        Connection lost = connection;
        connection = null;
        prepared.clear();
        try {
            lost.close();
        } catch (SQLException e) {
            throw new LoadException("cannot close connection state=" + e.getSQLState(), e);
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            disconnect();
        }
    }
}
