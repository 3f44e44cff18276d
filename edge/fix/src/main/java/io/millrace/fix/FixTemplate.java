package io.millrace.fix;

/** Says which counterparties an acceptor admits that no session was set up for. Each gets numbers of its own. */
public interface FixTemplate {

    /** Returns the settings of the session of a counterparty, or null if it is not admitted. */
    FixSettings settings(FixSessionId id);

    /** Returns the application of a session that was admitted. */
    FixApplication application(FixSessionId id);
}
