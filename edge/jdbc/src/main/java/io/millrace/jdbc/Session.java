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
    /** Attempts to create the tables: another gateway may create them at the same time. */
    private static final int SETUP_ATTEMPTS = 3;

    /** So that a result that is too large is not held in memory whole before it is refused. */
    private static final int FETCHED_ROWS = 200;

    private static final int SHOWN_CHARACTERS = 2_000;
    private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?");

    private final String location;
    private final Connection connection;
    private final Database database;
    private final OutcomeCodec codec;
    private final SecondFractions fractions;

    private Session(
            String location, Connection connection, Database database, OutcomeCodec codec, SecondFractions fractions) {
        this.location = location;
        this.connection = connection;
        this.database = database;
        this.codec = codec;
        this.fractions = fractions;
    }

    /** Connects; {@link GatewayUnavailableException} where the database is away. */
    static Session open(String url, Properties properties, OutcomeCodec codec, SecondFractions fractions) {
        String location = "url=" + Drivers.withoutSecrets(url);
        Connection connection = null;
        try {
            connection = Drivers.connect(url, properties);
            Database database = Database.of(connection);
            connection.setAutoCommit(false);
            database.prepareSession(connection);
            return new Session(location, connection, database, codec, fractions);
        } catch (SQLException e) {
            closeAfter(e, connection);
            if (Failures.mayPass(e)) {
                throw new GatewayUnavailableException("the database is away " + location + " " + Failures.said(e), e);
            }
            throw new JdbcException("cannot open the database " + location + " " + Failures.said(e), e);
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
                    statement.setFetchSize(FETCHED_ROWS);
                    try (ResultSet result = statement.executeQuery()) {
                        Object[] rows = Rows.read(result, database.kind(), type);
                        return results -> results.queryResult(rows);
                    }
                },
                fault -> results -> results.queryThrown(fault));
    }

    private Answer execute(String sql, Object[] arguments, RequestWork work, Function<JdbcFault, Outcome> onFault) {
        if (sql == null || arguments == null) {
            return answer(onFault.apply(refused(
                    sql,
                    RefusedException.REFUSED,
                    "a request has no " + (sql == null ? "statement" : "list of arguments"))));
        }
        if (SqlStart.controlsTransaction(sql)) {
            return answer(onFault.apply(
                    refused(sql, RefusedException.REFUSED, "a request runs in a transaction that it cannot control")));
        }
        Savepoint savepoint = begin(sql);
        try {
            Answer answer = execute(sql, arguments, work, onFault, savepoint);
            if (savepoint != null) {
                release(savepoint, sql);
            }
            return answer;
        } catch (UnsettledException e) {
            throw e;
        } catch (SQLException | RuntimeException | Error e) {
            throw unsettled(sql, e);
        }
    }

    private void release(Savepoint savepoint, String sql) throws SQLException {
        try {
            connection.releaseSavepoint(savepoint);
        } catch (SQLException e) {
            throw savepointLost(sql, e);
        }
    }

    private void takeBack(Savepoint savepoint, String sql) throws SQLException {
        if (savepoint == null) {
            connection.rollback();
            return;
        }
        try {
            connection.rollback(savepoint);
        } catch (SQLException e) {
            throw savepointLost(sql, e);
        }
    }

    /**
     * Returns whether the savepoint is lost: a request with several statements may have ended the transaction, and with
     * it the savepoint.
     */
    private SQLException savepointLost(String sql, SQLException failure) {
        if (!Failures.isOfRequest(failure, connection)) {
            return failure;
        }
        JdbcFault fault = refused(
                sql,
                RefusedException.REFUSED,
                "a request has ended the transaction that it ran in, and what it did may have taken effect: "
                        + Failures.said(failure));
        throw UnsettledException.blamed("a request has ended its transaction sql=" + shown(sql), fault, failure);
    }

    /** Sets the savepoint of a request; null where it may commit, and what is before it is committed instead. */
    private Savepoint begin(String sql) {
        try {
            if (database.mayCommit(sql)) {
                connection.commit();
                return null;
            }
            return connection.setSavepoint();
        } catch (SQLException e) {
            throw failed("a request cannot begin sql=" + shown(sql), e);
        }
    }

    /**
     * Executes and encodes; what fails is taken back to the savepoint, or where there is none, to the last commit.
     * What is thrown from here leaves open whose fault it is.
     */
    private Answer execute(
            String sql, Object[] arguments, RequestWork work, Function<JdbcFault, Outcome> onFault, Savepoint savepoint)
            throws SQLException {
        JdbcFault fault;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            Arguments.bind(statement, database.kind(), fractions, arguments);
            return answer(work.run(statement));
        } catch (RefusedException e) {
            fault = refused(sql, e.state(), e.getMessage());
        } catch (WireException e) {
            fault = refused(sql, RefusedException.REFUSED, e.getMessage());
        } catch (SQLException | RuntimeException e) {
            if (!Failures.isOfRequest(e, connection)) {
                throw e;
            }
            fault = fault(sql, e);
        }
        takeBack(savepoint, sql);
        return answer(onFault.apply(fault));
    }

    /** Returns the exception that says that a request has failed and must be repeated. */
    UnsettledException unsettled(String sql, Throwable failure) {
        return UnsettledException.open(
                "a request failed sql=" + shown(sql) + " " + location + " " + Failures.said(failure),
                fault(sql, failure),
                failure);
    }

    private static JdbcFault fault(String sql, Throwable failure) {
        return new JdbcFault(
                shown(sql), Failures.state(failure), Failures.code(failure), shown(Failures.message(failure)));
    }

    /** Returns the answer that holds an outcome. */
    Answer answer(Outcome outcome) {
        return new Answer(outcome, codec.encode(outcome));
    }

    /** Returns the number of rows of a table. */
    long count(String table) {
        if (!TABLE.matcher(table).matches()) {
            throw new JdbcException("a count needs the name of a table name=" + table);
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

    /** Commits, and has it last; throws what the database says. */
    void commit() throws SQLException {
        connection.commit();
        database.sync(connection);
    }

    /**
     * Commits one request. Where the database refuses that, as it does for constraints that it checks last, all of the
     * request is taken back, and what it says is returned; null otherwise.
     */
    JdbcFault commitOne(String sql) {
        try {
            connection.commit();
            return null;
        } catch (SQLException | RuntimeException | Error e) {
            if (e instanceof Error || !Failures.isOfRequest(e, connection)) {
                throw unsettled(sql, e);
            }
            rollback();
            return fault(sql, e);
        }
    }

    boolean isValid() {
        return Failures.isValid(connection);
    }

    void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw failed("a rollback failed", e);
        }
    }

    /**
     * Returns the exception to throw; that the database is away is thrown from here as {@link
     * GatewayUnavailableException}.
     */
    JdbcException failed(String what, SQLException e) {
        if (!Failures.isOfRequest(e, connection)) {
            throw away(what, e);
        }
        return new JdbcException(what + " " + location + " " + Failures.said(e), e);
    }

    /** Returns the exception that causes the batch to be repeated. */
    GatewayUnavailableException away(String what, Throwable failure) {
        return new GatewayUnavailableException(
                "the database is away; " + what + " " + location + " " + Failures.said(failure), failure);
    }

    static JdbcFault refused(String sql, String state, String message) {
        return new JdbcFault(shown(sql), state, 0, shown(message));
    }

    /** Returns the beginning of a text that may be long: it must fit into an outcome. */
    private static String shown(String text) {
        if (text == null) {
            return "";
        }
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
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
                    .log(System.Logger.Level.DEBUG, () -> "a connection was lost before it was closed " + location, e);
        }
    }
}
