package io.millrace.console;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A component at one moment.
 *
 * @param state what it does; empty where that is not known, as of data at rest
 * @param inputs the inputs that it has taken in this run
 * @param outputs the calls that it has written
 * @param unread how many messages it has not taken; empty where that is not known
 * @param unreadAtMost a bound of that where only a bound is known: the messages after the newest recorded input
 * @param oldestUnreadNs the age of the oldest of them in nanoseconds
 * @param recordedErrors how many errors were recorded in place of outputs; empty where they were not counted
 * @param refused how many requests the other side of a gateway has refused, or records of a source were no calls; empty
 *     where they were not counted
 * @param lastError the newest error or refusal
 */
record ComponentCounts(
        Optional<String> state,
        OptionalLong inputs,
        OptionalLong outputs,
        OptionalLong unread,
        OptionalLong unreadAtMost,
        OptionalLong oldestUnreadNs,
        OptionalLong recordedErrors,
        OptionalLong refused,
        Optional<String> lastError) {}
