package io.millrace.topology;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * A channel of a running topology at one moment.
 *
 * @param name its name
 * @param kind how it carries calls
 * @param messages how many messages it has had, removed ones included; of a journal that is open
 * @param lastIndex the index of its last message, -1 where it has none; of a journal that is open
 * @param syncedIndex the index up to which its messages survive a loss of power; of a journal that is open
 * @param usedBytes how many bytes of its memory are taken by messages that some reader has not taken; of a queue
 */
public record ChannelInfo(
        String name,
        ChannelKind kind,
        OptionalLong messages,
        OptionalLong lastIndex,
        OptionalLong syncedIndex,
        OptionalLong usedBytes) {

    /** Checks that nothing is null. */
    public ChannelInfo {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(messages, "messages");
        Objects.requireNonNull(lastIndex, "lastIndex");
        Objects.requireNonNull(syncedIndex, "syncedIndex");
        Objects.requireNonNull(usedBytes, "usedBytes");
    }
}
