package io.millrace.console;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A channel at one moment. What a kind of channel does not have, or what cannot be read now, is empty.
 *
 * @param messages how many messages it has had, removed ones included
 * @param bytes how many bytes its segments use
 * @param diskBytes how many bytes its segments take on disk
 * @param segments how many segments it has
 * @param lastIndex the index of its last record, as text
 * @param syncedIndex the index up to which it is synced, as text
 * @param unsynced how many messages are not synced yet
 * @param depth how many messages of a queue some reader has not taken
 * @param usedBytes how many bytes of a queue's memory they take
 * @param state whether it can be used
 * @param error why it cannot
 */
record ChannelCounts(
        OptionalLong messages,
        OptionalLong bytes,
        OptionalLong diskBytes,
        OptionalLong segments,
        Optional<String> lastIndex,
        Optional<String> syncedIndex,
        OptionalLong unsynced,
        OptionalLong depth,
        OptionalLong usedBytes,
        State state,
        Optional<String> error) {

    /** Whether a channel can be used. */
    enum State {
        OK,
        FULL,
        DAMAGED,
        GONE,
        CLOSED,
        /** It is in the memory of another process, or of one that has ended. */
        UNKNOWN
    }

    /** Returns a channel of which nothing can be read. */
    static ChannelCounts unreadable(State state, Optional<String> error) {
        return new ChannelCounts(
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                state,
                error);
    }

    /** Returns a channel that stores nothing. */
    static ChannelCounts inMemory(OptionalLong messages, OptionalLong depth, OptionalLong usedBytes, State state) {
        return new ChannelCounts(
                messages,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                depth,
                usedBytes,
                state,
                Optional.empty());
    }
}
