package io.millrace.jdbc;

import io.millrace.journal.Index;
import io.millrace.service.Counting;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.GatewayInput;
import io.millrace.service.GatewayUnavailableException;
import io.millrace.wire.WireTypes;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;

/**
 * A gateway to an SQL database. Each request is carried out once and answered by exactly one outcome, whatever is
 * killed when.
 *
 * <p>The outcome is stored in table {@code millrace_outcomes}, by the name of the gateway, the id of the requests'
 * journal and the request's index there, in the transaction that holds the request's effect; both are there or
 * neither is. Only after the commit is the outcome published. A process that dies in between is given the request
 * again, finds the outcome stored and publishes that, without touching the data. A connection that is lost during a
 * commit, so that nobody knows whether it took place, is the same case. Invariants:
 *
 * <ul>
 *   <li>Requests of one journal are made in the order of their indexes, so that one at or below the greatest stored
 *   index was carried out. If its outcome is not stored any more, that is an error, never a repetition.
 *   <li>A stored index beyond the end of its journal means that the journal is an older copy, or another one of the
 *   same id: an error too.
 *   <li>An outcome is deleted only when it is known to be in the output; the newest one is kept.
 * </ul>
 *
 * <p>A statement that commits by itself, as those that define data do on H2 and MySQL (not on PostgreSQL), cannot
 * share a transaction with its outcome. It is carried out at least once: a process that dies right behind it will
 * repeat it. The requests before it are committed first and keep their promise.
 *
 * <p>On H2 every commit is forced to the disk. On PostgreSQL commits are synchronous, unless the server runs with
 * {@code fsync} off. For other databases that is the user's affair. The gateway opens nothing until {@link #open}; it
 * is used by one thread.
 */
public final class JdbcGateway implements Gateway, JdbcRequests, Counting {
    private final JdbcResults results;
    private final String url;
    private final Properties properties = new Properties();
    private final List<String> setup;
    private final List<RowType> resultTypes;
    private final OutcomeCodec codec;
    private final Map<String, Long> greatest = new HashMap<>();

    private GatewayContext context;
    private Session session;
    private OutcomeTable outcomes;

    /**
     * Makes a gateway that is not connected yet.
     *
     * @param results takes the outcomes
     * @param url the JDBC URL
     * @param user the user, where the URL does not name one
     * @param password the password, where the URL does not hold one
     * @param setup statements that are executed each time that the gateway opens, such as {@code create table if not
     *     exists}
     * @param resultTypes the types that the rows of queries may become: records, mutable classes, scalars such as
     *     {@code java.lang.Long}
     * @throws JdbcException where a result type cannot be one
     */
    public JdbcGateway(
            JdbcResults results,
            String url,
            Optional<String> user,
            Optional<String> password,
            List<String> setup,
            List<Class<?>> resultTypes) {
        this.results = results;
        this.url = url;
        user.ifPresent(name -> properties.setProperty("user", name));
        password.ifPresent(secret -> properties.setProperty("password", secret));
        this.setup = List.copyOf(setup);
        this.resultTypes = resultTypes.stream().map(RowType::of).toList();
        this.codec = new OutcomeCodec(WireTypes.none()
                .allow(resultTypes.stream()
                        .filter(type -> !Columns.knows(type) || type.isEnum())
                        .toArray(Class<?>[]::new)));
    }

    /**
     * {@inheritDoc}
     *
     * @throws JdbcException where the database refuses the connection or a setup statement, or knows of a request
     *     beyond the end of its journal
     */
    @Override
    public void open(GatewayContext context) {
        close();
        this.context = context;
        session = Session.open(url, properties, codec);
        outcomes = session.outcomes(context.name());
        session.setUp(setup, outcomes);
        try {
            readGreatest();
            for (GatewayInput input : context.inputs()) {
                check(input);
            }
            for (GatewayInput input : context.inputs()) {
                if (input.resumeAfter() != Index.NONE) {
                    outcomes.prune(input.journalId().toString(), input.resumeAfter());
                }
            }
        } catch (SQLException e) {
            throw session.failed("the stored outcomes cannot be read", e);
        }
    }

    private void readGreatest() throws SQLException {
        greatest.clear();
        for (GatewayInput input : context.inputs()) {
            String journalId = input.journalId().toString();
            OptionalLong index = outcomes.greatest(journalId);
            if (index.isPresent()) {
                greatest.put(journalId, index.getAsLong());
            }
        }
    }

    private void check(GatewayInput input) {
        long stored = greatest.getOrDefault(input.journalId().toString(), Index.NONE);
        if (stored > input.lastIndex()) {
            throw new JdbcException(
                    "the database holds the outcome of a request beyond the end of its journal; the journal is"
                            + " not the one that was read before gateway=" + context.name() + " channel="
                            + input.channel()
                            + " journal=" + input.journalId() + " storedIndex=" + Index.toText(stored) + " lastIndex="
                            + Index.toText(input.lastIndex()));
        }
        if (stored < input.resumeAfter()) {
            throw new JdbcException(
                    "the database does not hold the outcome of a request that was answered; it is not the one"
                            + " that was written before gateway=" + context.name() + " channel=" + input.channel()
                            + " journal="
                            + input.journalId() + " answeredIndex=" + Index.toText(input.resumeAfter())
                            + " storedIndex="
                            + Index.toText(stored));
        }
    }

    @Override
    public void executeUpdate(String sql, Object... arguments) {
        if (!replayed()) {
            keep(connected().update(sql, arguments));
        }
    }

    @Override
    public void executeQuery(String sql, String resultType, Object... arguments) {
        if (replayed()) {
            return;
        }
        Optional<RowType> type =
                resultTypes.stream().filter(known -> known.goesBy(resultType)).findFirst();
        keep(type.isPresent() ? connected().query(sql, type.get(), arguments) : notAllowed(sql, resultType));
    }

    private Answer notAllowed(String sql, String resultType) {
        JdbcFault fault = Session.refused(
                sql,
                RefusedException.REFUSED,
                "the type is not on the gateway's list of result types type=" + resultType + " allowed="
                        + resultTypes.stream().map(RowType::name).toList());
        return connected().answer(results -> results.queryThrown(fault));
    }

    /** Answers a request that was carried out before. */
    private boolean replayed() {
        Session current = connected();
        String journalId = context.journalId().toString();
        long index = context.index();
        if (index > greatest.getOrDefault(journalId, Index.NONE)) {
            return false;
        }
        byte[] stored;
        try {
            stored = outcomes.find(journalId, index);
        } catch (SQLException e) {
            throw current.failed("a stored outcome cannot be read index=" + Index.toText(index), e);
        }
        if (stored == null) {
            throw new JdbcException("a request was carried out before, and its outcome is not stored any more gateway="
                    + context.name() + " journal=" + journalId + " index=" + Index.toText(index));
        }
        codec.decode(stored).deliver(results);
        return true;
    }

    /** Stores an outcome in the transaction and hands it on. */
    private void keep(Answer answer) {
        String journalId = context.journalId().toString();
        try {
            outcomes.insert(journalId, context.index(), answer.bytes());
        } catch (SQLException e) {
            throw connected()
                    .failed(
                            "an outcome cannot be stored gateway=" + context.name() + " journal=" + journalId
                                    + " index=" + Index.toText(context.index()),
                            e);
        }
        answer.outcome().deliver(results);
    }

    @Override
    public void commit() {
        connected().commit();
    }

    @Override
    public void rollback() {
        if (session == null) {
            return;
        }
        try {
            session.rollback();
            // A statement that commits by itself may have committed requests that will be made again.
            readGreatest();
        } catch (GatewayUnavailableException | SQLException e) {
            // The next request finds no connection, and the runtime opens one.
            System.getLogger(JdbcGateway.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "the connection is given up gateway=" + context.name(), e);
            close();
        }
    }

    /**
     * The number of rows of a table.
     *
     * @param what the name of the table
     */
    @Override
    public long count(String what) {
        if (session != null) {
            return session.count(what);
        }
        try (Session own = Session.open(url, properties, codec)) {
            return own.count(what);
        }
    }

    private Session connected() {
        if (session == null) {
            throw new GatewayUnavailableException("the connection was lost url=" + Drivers.withoutSecrets(url));
        }
        return session;
    }

    @Override
    public void close() {
        if (session != null) {
            Session closing = session;
            session = null;
            outcomes = null;
            closing.close();
        }
    }
}
