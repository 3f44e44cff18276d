package io.millrace.load;

import java.util.List;

/**
 * The target of a load: a server, a database, a journal. One object serves a whole run, from all of its threads.
 *
 * <p>A run first calls {@link #setUp}, then each of its threads calls {@link #prepareForIssuer} once and gets a session
 * of its own. Only when all have theirs does the clock start. After the run each thread closes its session, and then
 * the target is closed.
 */
@FunctionalInterface
public interface Target extends AutoCloseable {
    /**
     * Runs the set-up of the workload once, before any session is created: creates tables, for example. The default
     * refuses everything.
     *
     * @param statements the statements, in order, in the language of the target; may be empty
     * @throws LoadException if the target knows no such statements
     * @throws Exception if one fails; the run does not begin
     */
    default void setUp(List<String> statements) throws Exception {
        if (!statements.isEmpty()) {
            throw new LoadException(
                    "target has nothing to set up statements=" + statements.size() + " first=" + statements.getFirst());
        }
    }

    /**
     * Prepares a thread's session: connects, prepares statements. Called in that thread before the measurement.
     *
     * @param operations all kinds of operations of the run; {@link Operation#kind()} is an index in this list
     * @throws LoadException if an operation has fields that the target does not know, or lacks one; see {@link
     *     OperationSpec#problem}
     * @throws Exception if the target cannot be reached; the run does not begin
     */
    TargetSession prepare(List<OperationSpec> operations) throws Exception;

    /**
     * Prepares a session for a thread that polls it if it is a {@link PolledSession}, which a session of {@link
     * #prepare} need not be. The default calls {@link #prepare}.
     *
     * @param operations as for {@link #prepare}
     * @throws LoadException as by {@link #prepare}
     * @throws Exception as by {@link #prepare}
     */
    default TargetSession prepareForIssuer(List<OperationSpec> operations) throws Exception {
        return prepare(operations);
    }

    /** Releases what all sessions share. Called once, after all sessions are closed, also if the run failed. */
    @Override
    default void close() {}
}
