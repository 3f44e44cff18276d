package io.millrace.console;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A component at one moment.
 *
 * @param state what it does; empty where that is not known, as of data at rest
 * @param inputs the inputs that it has taken in this run
 * @param outputs the calls that it has written
 * @param unread how many messages it has not taken
 * @param oldestUnreadNs the age of the oldest of them in nanoseconds
 * @param recordedErrors how many errors were recorded in place of outputs
 * @param lastError the newest error
 */
record ComponentCounts(
        Optional<String> state,
        OptionalLong inputs,
        OptionalLong outputs,
        OptionalLong unread,
        OptionalLong oldestUnreadNs,
        long recordedErrors,
        Optional<String> lastError) {}
