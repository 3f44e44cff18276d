package io.millrace.jdbc;

import io.millrace.service.GatewayUnavailableException;
import io.millrace.wire.WireException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * One connection with its transaction. A request runs within a savepoint, so that one that fails takes back its own
 * effect and no other, also on databases whose transaction is spoilt by an error. Used by one thread.
 */
final class Session implements AutoCloseable {
    /** How often the tables are tried to be made: another gateway may be making them at this moment. */
    private static final int SETUP_ATTEMPTS = 3;

    private static final int SHOWN_SQL_CHARACTERS = 1_000;
    private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?");

    private final String place;
    private final Connection connection;
    private final Database database;
    private final OutcomeCodec codec;

    private Session(String place, Connection connection, Database database, OutcomeCodec codec) {
        this.place = place;
        this.connection = connection;
        this.database = database;
        this.codec = codec;
    }

    /** Connects; {@link GatewayUnavailableException} where the database is away. */
    static Session open(String url, Properties properties, OutcomeCodec codec) {
        String place = "url=" + Drivers.withoutSecrets(url);
        Connection connection = null;
        try {
            connection = Drivers.connect(url, properties);
            Database database = Database.of(connection);
            connection.setAutoCommit(false);
            database.prepareSession(connection);
            return new Session(place, connection, database, codec);
        } catch (SQLException e) {
            closeAfter(e, connection);
            if (Failures.saysAway(e)) {
                throw new GatewayUnavailableException("the database is away " + place + " " + said(e), e);
            }
            throw new JdbcException("the database cannot be opened " + place + " " + said(e), e);
        }
    }

    private static void closeAfter(SQLException failure, Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** Makes the tables. */
    void setUp(List<String> statements, OutcomeTable outcomes) {
        for (int attempt = 1; ; attempt++) {
            String current = "create table " + OutcomeTable.NAME;
            try {
                outcomes.create(database);
                for (String sql : statements) {
                    current = sql;
                    try (Statement statement = connection.createStatement()) {
                        statement.execute(sql);
                    }
                }
                connection.commit();
                return;
            } catch (SQLException e) {
                JdbcException failed = failed("a setup statement failed sql=" + shown(current), e);
                if (attempt == SETUP_ATTEMPTS) {
                    throw failed;
                }
                rollback();
            }
        }
    }

    OutcomeTable outcomes(String gateway) {
        return new OutcomeTable(connection, gateway);
    }

    /** Carries out an update, or takes back what it has done where it fails. */
    Answer update(String sql, Object[] arguments) {
        return execute(sql, arguments, Session::updated, fault -> results -> results.updateThrown(fault));
    }

    private static Outcome updated(PreparedStatement statement) throws SQLException {
        long count;
        try {
            count = statement.executeLargeUpdate();
        } catch (UnsupportedOperationException e) {
            count = statement.executeUpdate();
        }
        long counted = count;
        return results -> results.updateResult(counted);
    }

    /** Carries out a query, or takes back what it has done where it fails. */
    Answer query(String sql, RowType type, Object[] arguments) {
        return execute(
                sql,
                arguments,
                statement -> {
                    statement.setMaxRows(Rows.MAX_ROWS + 1);
                    try (ResultSet result = statement.executeQuery()) {
                        Object[] rows = Rows.read(result, type);
                        return results -> results.queryResult(rows);
                    }
                },
                fault -> results -> results.queryThrown(fault));
    }

    /** What is done with a statement whose arguments are bound. */
    private interface Work {
        Outcome run(PreparedStatement statement) throws SQLException;
    }

    private Answer execute(String sql, Object[] arguments, Work work, Function<JdbcFault, Outcome> onFault) {
        if (Database.controlsTransaction(sql)) {
            return answer(onFault.apply(
                    refused(sql, RefusedException.REFUSED, "a request runs in a transaction that it cannot control")));
        }
        try {
            if (database.mayCommit(sql)) {
                connection.commit();
                return execute(sql, arguments, work, onFault, null);
            }
            Savepoint savepoint = connection.setSavepoint();
            Answer answer = execute(sql, arguments, work, onFault, savepoint);
            connection.releaseSavepoint(savepoint);
            return answer;
        } catch (SQLException e) {
            throw failed("a request failed sql=" + shown(sql), e);
        }
    }

    /**
     * Executes and encodes; what fails is taken back to the savepoint, or where there is none, to the last commit.
     */
    private Answer execute(
            String sql, Object[] arguments, Work work, Function<JdbcFault, Outcome> onFault, Savepoint savepoint)
            throws SQLException {
        JdbcFault fault;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            Arguments.bind(statement, arguments);
            return answer(work.run(statement));
        } catch (SQLException e) {
            if (Failures.isAway(e, connection)) {
                throw e;
            }
            fault = new JdbcFault(shown(sql), state(e), e.getErrorCode(), message(e));
        } catch (RefusedException e) {
            fault = refused(sql, e.state(), e.getMessage());
        } catch (WireException e) {
            fault = refused(sql, RefusedException.REFUSED, e.getMessage());
        }
        if (savepoint == null) {
            connection.rollback();
        } else {
            connection.rollback(savepoint);
        }
        return answer(onFault.apply(fault));
    }

    /** The answer that holds an outcome. */
    Answer answer(Outcome outcome) {
        return new Answer(outcome, codec.encode(outcome));
    }

    /** The number of rows of a table. */
    long count(String table) {
        if (!TABLE.matcher(table).matches()) {
            throw new JdbcException("what is counted must be the name of a table name=" + table);
        }
        try {
            Savepoint savepoint = connection.setSavepoint();
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("select count(*) from " + table)) {
                result.next();
                return result.getLong(1);
            } finally {
                connection.rollback(savepoint);
            }
        } catch (SQLException e) {
            throw failed("a table cannot be counted table=" + table, e);
        }
    }

    void commit() {
        try {
            connection.commit();
            database.sync(connection);
        } catch (SQLException e) {
            throw failed("a commit failed", e);
        }
    }

    void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw failed("a rollback failed", e);
        }
    }

    /** The exception to throw; the database being away is thrown from here as {@link GatewayUnavailableException}. */
    JdbcException failed(String what, SQLException e) {
        if (Failures.isAway(e, connection)) {
            throw new GatewayUnavailableException("the database is away: " + what + " " + place + " " + said(e), e);
        }
        return new JdbcException(what + " " + place + " " + said(e), e);
    }

    static JdbcFault refused(String sql, String state, String message) {
        return new JdbcFault(shown(sql), state, 0, message);
    }

    private static String said(SQLException e) {
        return "state=" + state(e) + " code=" + e.getErrorCode() + " message=" + message(e);
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }

    private static String message(SQLException e) {
        return e.getMessage() == null ? "" : e.getMessage();
    }

    private static String shown(String sql) {
        return sql.length() <= SHOWN_SQL_CHARACTERS ? sql : sql.substring(0, SHOWN_SQL_CHARACTERS) + "…";
    }

    /**
     * Closes the connection; what was not committed is taken back, by the database itself where the connection is
     * lost.
     */
    @Override
    public void close() {
        try (connection) {
            if (!connection.isClosed()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            System.getLogger(Session.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, () -> "a connection was lost before it was closed " + place, e);
        }
    }
}
