package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.UpgradeMark;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Where the present version of a component begins to decide: at the newest mark of an upgrade in its output; at the end
 * of the output while an order is pending. The output is searched for a mark only when a restart finds a difference, so
 * an output without one costs nothing.
 */
final class UpgradePoint {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final Channel output;
    private final boolean isPending;
    private long newest = UNKNOWN;

    UpgradePoint(Channel output, boolean isPending) {
        this.output = output;
        this.isPending = isPending;
    }

    /** Returns whether an order is pending, so that the whole output is that of earlier versions. */
    boolean isPending() {
        return isPending;
    }

    /** Returns whether a record of the output is before the point, so that it need not be what is written now. */
    boolean isAfter(long index) {
        if (isPending) {
            return true;
        }
        if (newest == UNKNOWN) {
            newest = newestMark(output, index, mark -> true).orElse(Index.NONE);
        }
        return index < newest;
    }

    /** Returns the index of the mark of an order, if the output has it. */
    static Optional<Long> find(Channel output, UpgradeOrder order) {
        return newestMark(output, Index.NONE, mark -> order.isOf(mark.component(), mark.orderedAt()));
    }

    /** Returns the index of the newest mark of an output, if it has one. */
    static Optional<Long> newest(Channel output) {
        return newestMark(output, Index.NONE, mark -> true);
    }

    /** Returns the newest mark after a record that is accepted. */
    private static Optional<Long> newestMark(Channel output, long after, Predicate<UpgradeMark> accepted) {
        try (ChannelCursor cursor = output.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            for (Entry entry = cursor.next(); entry != Entry.END && cursor.index() > after; entry = cursor.next()) {
                if (entry == Entry.UPGRADE && accepted.test(cursor.upgrade())) {
                    return Optional.of(cursor.index());
                }
            }
        }
        return Optional.empty();
    }
}
