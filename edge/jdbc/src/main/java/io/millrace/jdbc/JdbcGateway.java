package io.millrace.jdbc;

import io.millrace.journal.Index;
import io.millrace.service.Counting;
import io.millrace.service.FencedException;
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
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A gateway to an SQL database. Each request is executed once and answered by exactly one outcome, also across kills.
 *
 * <p>The outcome is stored in table {@code millrace_outcomes}, by the name of the gateway, the id of the requests'
 * journal and the request's index there, in the transaction of the request's effect; both are stored or neither is. The
 * outcome is published only after the commit. A process that dies in between receives the request again, finds the
 * stored outcome and publishes it, without changing the data. A connection that is lost during a commit, so that its
 * result is unknown, is the same case. Invariants:
 *
 * <ul>
 *   <li>Requests of one journal are made in the order of their indexes, so that one at or below the greatest stored
 *   index was carried out. If its outcome is not stored any more, that is an error, never a repetition.
 *   <li>An outcome is stored with the checksum of its request. Where journal and database disagree, at opening about
 *   the greatest stored index and later about any, one of them is an older copy: an error too.
 *   <li>Where the database knows the gateway by journals that it does not read, and does not know one that it does,
 *   data may have been deleted: an error, unless those journals are named.
 *   <li>An outcome is deleted only when it is known to be in the output; the newest one is kept.
 * </ul>
 *
 * <p>An error of a request is its outcome. Where that is uncertain, its batch is repeated one request at a time, each
 * committed here before the runtime says so, as if the process had died in between; see {@link Attempts}.
 *
 * <p>A statement that commits by itself, as those that define data do on H2 and MySQL (not on PostgreSQL), cannot
 * share a transaction with its outcome. It is executed at least once: a process that dies right after it repeats it.
 * The requests before it are committed first, and stay exact.
 *
 * <p>On H2 every commit is forced to the disk. On PostgreSQL commits are synchronous, unless the server runs with
 * {@code fsync} off. For other databases the user has to ensure it. On both, the time zone of the session is UTC, so
 * that a value without one means UTC, whatever the JVM runs in. The gateway opens nothing until {@link #open}; it
 * is used by one thread.
 */
public final class JdbcGateway implements Gateway, JdbcRequests, Counting {
    private final JdbcResults given;
    private final String url;
    private final Properties properties = new Properties();
    private final List<String> setup;
    private final List<RowType> resultTypes;
    private final OutcomeCodec codec;
    private final Set<String> otherJournals;
    private final Attempts attempts = new Attempts();

    /** Of each journal, the last request of the batch that is not committed. */
    private final Map<String, Long> batch = new HashMap<>();

    private final SecondFractions fractions;

    private GatewayContext context;
    private JdbcResults results;

    /**
     * Whether another transaction has stored the outcome of a request first, and no connection was lost since then. The
     * first time it may have been an own one, whose connection was lost during its commit.
     */
    private boolean isContested;

    /** Whether a request was made singly and its outcome is not published. */
    private boolean isFull;

    private Session session;
    private OutcomeTable outcomes;
    private StoredProgress progress;

    /**
     * Creates a gateway that is not connected yet.
     *
     * @param results takes the outcomes
     * @param url the JDBC URL
     * @param user the user, where the URL does not name one
     * @param password the password, where the URL does not hold one
     * @param setup statements that are executed each time that the gateway opens, such as {@code create table if not
     *     exists}
     * @param resultTypes the types that the rows of queries may become: records, mutable classes, scalars such as
     *     {@code java.lang.Long}
     * @param fractions what happens to arguments with more digits of a second than are kept; {@link
     *     SecondFractions#EXACT} by default
     * @param otherJournals the ids of journals whose outcomes in the database, under this gateway's name, belong to
     *     other data: that of another system, or data that was deleted for good
     * @throws JdbcException where a result type cannot be one
     */
    public JdbcGateway(
            JdbcResults results,
            String url,
            Optional<String> user,
            Optional<String> password,
            List<String> setup,
            List<Class<?>> resultTypes,
            Optional<SecondFractions> fractions,
            List<String> otherJournals) {
        this.given = results;
        this.fractions = fractions.orElse(SecondFractions.EXACT);
        this.url = url;
        user.ifPresent(name -> properties.setProperty("user", name));
        password.ifPresent(secret -> properties.setProperty("password", secret));
        this.setup = List.copyOf(setup);
        this.otherJournals = Set.copyOf(otherJournals);
        this.resultTypes = resultTypes.stream().map(RowType::of).toList();
        this.codec = new OutcomeCodec(WireTypes.none()
                .allow(resultTypes.stream()
                        .filter(type -> !Columns.knows(type) || type.isEnum())
                        .toArray(Class<?>[]::new)));
    }

    /**
     * {@inheritDoc}
     *
     * @throws JdbcException where the database refuses the connection or a setup statement, or is not of the
     *     same run as the journals
     */
    @Override
    public void open(GatewayContext context) {
        close();
        batch.clear();
        isFull = false;
        this.context = context;
        results = new StatedResults(given, context);
        session = Session.open(url, properties, codec, fractions);
        outcomes = session.outcomes(context.identity());
        session.setUp(setup, outcomes);
        progress = new StoredProgress(context, outcomes, otherJournals);
        try {
            for (GatewayInput input : context.inputs()) {
                takeOver(input.journalId().toString());
            }
            progress.read();
            progress.check();
            for (GatewayInput input : context.inputs()) {
                if (input.resumeAfter() != Index.NONE) {
                    outcomes.prune(input.journalId().toString(), input.resumeAfter());
                }
            }
        } catch (SQLException e) {
            throw session.failed("cannot read stored outcomes", e);
        }
    }

    /** Takes over what is stored of a journal under another name of the gateway, or of its topology. */
    private void takeOver(String journalId) throws SQLException {
        for (String gateway : outcomes.gateways(journalId)) {
            if (context.isOwn(gateway) && !gateway.equals(context.identity())) {
                outcomes.takeOver(gateway, journalId);
            }
        }
    }

    @Override
    public void executeUpdate(String sql, Object... arguments) {
        execute(sql, () -> connected().update(sql, arguments), fault -> itsResults -> itsResults.updateThrown(fault));
    }

    @Override
    public void executeQuery(String sql, String resultType, Object... arguments) {
        execute(
                sql,
                () -> resultTypes.stream()
                        .filter(known -> known.goesBy(resultType))
                        .findFirst()
                        .map(type -> connected().query(sql, type, arguments))
                        .orElseGet(() -> notAllowed(sql, resultType)),
                fault -> itsResults -> itsResults.queryThrown(fault));
    }

    private Answer notAllowed(String sql, String resultType) {
        JdbcFault fault = Session.refused(
                sql,
                RefusedException.REFUSED,
                "the type is not on the gateway's list of result types type=" + resultType + " allowed="
                        + resultTypes.stream().map(RowType::name).toList());
        return connected().answer(itsResults -> itsResults.queryThrown(fault));
    }

    /** Answers a request: as it was answered before, by its result, or by the reason why it is not repeated. */
    private void execute(String sql, Supplier<Answer> work, Function<JdbcFault, Outcome> onFault) {
        String journalId = context.journalId().toString();
        long index = context.index();
        if (replayed(journalId, index)) {
            attempts.done(journalId, index);
            return;
        }
        Answer answer;
        try {
            answer = answer(journalId, index, sql, work, onFault);
        } catch (UnsettledException e) {
            isContested &= e.getCause() instanceof SQLException error && Failures.isDuplicate(error);
            if (e.isBlamed()) {
                attempts.blame(journalId, index, e.fault());
            } else {
                attempts.failed(journalId, index, e.fault());
            }
            throw connected().away(e.getMessage(), e.getCause());
        }
        attempts.done(journalId, index);
        answer.outcome().deliver(results);
    }

    private Answer answer(
            String journalId, long index, String sql, Supplier<Answer> work, Function<JdbcFault, Outcome> onFault) {
        Session current = connected();
        Optional<JdbcFault> exhausted = attempts.exhausted(journalId, index);
        if (exhausted.isPresent()) {
            return settle(journalId, index, onFault.apply(exhausted.get()));
        }
        Answer answer = work.get();
        try {
            outcomes.insert(journalId, index, answer.bytes(), context.checksum());
        } catch (SQLException e) {
            throw taken(current, journalId, index, sql, e);
        }
        if (!attempts.singly()) {
            batch.merge(journalId, index, Math::max);
            return answer;
        }
        isFull = true;
        JdbcFault refused = current.commitOne(sql);
        return refused == null ? answer : settle(journalId, index, onFault.apply(refused));
    }

    /** Returns the exception for an outcome that cannot be stored: where it is there already, from whom it may be. */
    private RuntimeException taken(Session current, String journalId, long index, String sql, SQLException error) {
        boolean isDuplicate = Failures.isDuplicate(error);
        if (isDuplicate && isContested) {
            return new FencedException(
                    "another process makes the requests of this gateway gateway=" + context.identity() + " journal="
                            + journalId + " index=" + Index.toText(index) + " url=" + Drivers.withoutSecrets(url),
                    error);
        }
        isContested = isDuplicate;
        return current.unsettled(sql, error);
    }

    /** {@inheritDoc} Requests that are made singly are published singly, so that one that is repeated holds up none. */
    @Override
    public boolean isFull() {
        return isFull;
    }

    /** Stores and commits an outcome that has no effect beside it. */
    private Answer settle(String journalId, long index, Outcome outcome) {
        isFull = true;
        Answer answer = connected().answer(outcome);
        try {
            outcomes.insert(journalId, index, answer.bytes(), context.checksum());
            connected().commit();
            return answer;
        } catch (SQLException e) {
            throw connected()
                    .failed(
                            "cannot store an outcome gateway=" + context.identity() + " journal=" + journalId
                                    + " index=" + Index.toText(index),
                            e);
        }
    }

    /** Answers a request that was executed before. */
    private boolean replayed(String journalId, long index) {
        Session current = connected();
        if (!progress.isAnswered(journalId, index)) {
            return false;
        }
        byte[] stored;
        try {
            stored = progress.outcome(journalId, index);
        } catch (SQLException e) {
            throw current.failed("cannot read a stored outcome index=" + Index.toText(index), e);
        }
        codec.decode(stored).deliver(results);
        return true;
    }

    @Override
    public void commit() {
        Session current = connected();
        try {
            current.commit();
            batch.clear();
            isFull = false;
        } catch (SQLException | RuntimeException | Error e) {
            if (batch.isEmpty() && e instanceof SQLException failure) {
                throw current.failed("commit failed", failure);
            }
            isContested = false;
            // One of the requests may be at fault, and only singly made ones show which.
            batch.forEach(attempts::separate);
            throw current.away("commit failed; its requests are repeated one by one", e);
        }
    }

    @Override
    public void rollback() {
        if (session == null) {
            return;
        }
        batch.clear();
        isFull = false;
        try {
            session.rollback();
            // A statement that commits by itself may have committed requests that will be made again.
            progress.read();
        } catch (GatewayUnavailableException | SQLException e) {
            // The next request finds no connection, and the runtime opens one.
            System.getLogger(JdbcGateway.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "connection closed gateway=" + context.name(), e);
            close();
        }
    }

    /**
     * Returns the number of rows of a table.
     *
     * @param what the name of the table
     */
    @Override
    public long count(String what) {
        if (session != null) {
            return session.count(what);
        }
        try (Session own = Session.open(url, properties, codec, fractions)) {
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
            progress = null;
            closing.close();
        }
    }
}
