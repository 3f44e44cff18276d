package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import java.util.Arrays;
import java.util.Optional;

/**
 * The first call in which two nodes of an order differ.
 *
 * @param channel the name of the channel
 * @param number the number of the call in it, from 1
 * @param position the position of the entry from which the call follows, or of the one before it; -1 before the first
 * @param one what one node has, as YAML
 * @param other what the other one has
 */
public record OutputDifference(String channel, long number, long position, String one, String other) {

    /**
     * Compares what two nodes have in a channel, as far as both have calls.
     *
     * @param one the channel of one node, from its beginning
     * @param other that of the other one
     * @return the first difference; empty where there is none
     */
    public static Optional<OutputDifference> between(Channel one, Channel other) {
        OutputHash hash = new OutputHash();
        OutputHash otherHash = new OutputHash();
        try (ChannelCursor cursor = one.cursor();
                ChannelCursor otherCursor = other.cursor()) {
            while (toCall(cursor) && toCall(otherCursor)) {
                hash.add(cursor);
                otherHash.add(otherCursor);
                if (!Arrays.equals(hash.value(), otherHash.value())) {
                    return Optional.of(new OutputDifference(
                            one.name(), hash.calls(), hash.position(), text(cursor), text(otherCursor)));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean toCall(ChannelCursor cursor) {
        Entry entry = cursor.next();
        while (entry != Entry.CALL && entry != Entry.END) {
            entry = cursor.next();
        }
        return entry == Entry.CALL;
    }

    private static String text(ChannelCursor cursor) {
        String call =
                cursor.isReadable() ? cursor.yaml().strip() : cursor.schema().methodName();
        return call
                + OutputHash.position(cursor.history())
                        .map(at -> " # entry " + at)
                        .orElse("");
    }

    /** Returns one line about it. */
    @Override
    public String toString() {
        return "outputs of nodes differ channel=" + channel + " number=" + number + " position=" + position + " one=["
                + one.replace("\n", " ") + "] other=[" + other.replace("\n", " ") + "]";
    }
}
