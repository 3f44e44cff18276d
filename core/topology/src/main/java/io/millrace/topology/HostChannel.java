package io.millrace.topology;

import java.util.OptionalLong;

/**
 * What a host knows of one channel that it sends to another host, or receives from one.
 *
 * @param channel the name of the channel
 * @param from the host that writes it
 * @param to the machine that receives it; where an operator should look at the source, the machine that writes it
 * @param state one word or more: connected or missing; or what needs an operator, {@value #STOPPED}, {@value #FAILED}
 *     or {@value #NOT_WHOLE} and why
 * @param lagMessages how many messages the reader's copy lacks, as far as this host knows; empty where it does not
 * @param clockAheadUs by how many microseconds the clock of the reader is ahead of that of the writer; empty where it
 *     is not measured
 */
public record HostChannel(
        String channel, String from, String to, String state, OptionalLong lagMessages, OptionalLong clockAheadUs) {

    /** The beginning of the state of a copy or a source that waits for an operator. */
    public static final String STOPPED = "stopped: ";

    /** The beginning of the state of one that an error keeps from its work, which is tried again. */
    public static final String FAILED = "failed: ";

    /** The beginning of the state of a copy that may lack what it has acknowledged. */
    public static final String NOT_WHOLE = "not whole: ";

    /** Returns whether an operator should look. */
    public boolean needsOperator() {
        return state.startsWith(STOPPED) || state.startsWith(FAILED) || state.startsWith(NOT_WHOLE);
    }

    /** Returns what an operator should look at, a sentence for people. */
    String trouble() {
        return "channel=" + channel + " of host=" + from + " at host=" + to + ' ' + state;
    }
}
