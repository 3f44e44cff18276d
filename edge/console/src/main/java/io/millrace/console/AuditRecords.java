package io.millrace.console;

import java.time.Instant;

/** The journal of what administrators have done through the console, in the data directory. */
interface AuditRecords {

    /** Notes an action before it is carried out. */
    void requested(Request request);

    /** Notes the outcome: {@code done} and what came of it, or {@code refused} or {@code failed} and why. */
    void ended(String id, Instant at, String outcome);

    /**
     * An action.
     *
     * @param id a random id, which the outcome has too
     * @param at when it was asked for
     * @param by the client: the name of the owner of its token, if it has one, and its address
     * @param action {@code append}, {@code position} or {@code skip}
     * @param details what it is to do, as JSON
     */
    record Request(String id, Instant at, String by, String action, String details) {}
}
