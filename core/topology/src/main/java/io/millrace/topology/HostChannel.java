package io.millrace.topology;

import java.util.OptionalLong;

/**
 * What a host knows of one channel that it sends to another host, or receives from one.
 *
 * @param channel the name of the channel
 * @param from the host that writes it
 * @param to a host that reads it
 * @param state one word or more: connected or missing, or why it has stopped
 * @param lagMessages how many messages the reader's copy lacks, as far as this host knows; empty where it does not
 * @param clockAheadUs by how many microseconds the clock of the reader is ahead of that of the writer; empty where it
 *     is not measured
 */
public record HostChannel(
        String channel, String from, String to, String state, OptionalLong lagMessages, OptionalLong clockAheadUs) {}
