package io.millrace.replication;

import io.millrace.journal.Epoch;
import java.util.List;

/**
 * The epochs of a journal, oldest first. It is derived from the segments, so nothing can contradict it.
 *
 * <p>An epoch has one leader and one beginning. So two journals that hold the same epoch agree on everything before it,
 * and in it one is a prefix of the other, up to the shorter end. One pair of epoch and end is not enough after quick
 * promotions; the table is.
 *
 * @param spans the epochs, each higher than the one before
 */
public record EpochTable(List<EpochSpan> spans) {

    /** The most epochs that are sent; where a journal has more, the newest. */
    public static final int LONGEST = 1024;

    /** The table of an empty journal. */
    public static final EpochTable EMPTY = new EpochTable(List.of());

    /** Checks the order. */
    public EpochTable {
        spans = List.copyOf(spans);
        for (int i = 1; i < spans.size(); i++) {
            EpochSpan before = spans.get(i - 1);
            EpochSpan span = spans.get(i);
            if (span.epoch().compareTo(before.epoch()) <= 0 || span.firstSegment() <= before.firstSegment()) {
                throw new ReplicationException(
                        "epochs of a journal must rise with its segments before=" + before + " span=" + span);
            }
        }
    }

    /** Returns the last epoch, or null for an empty journal. */
    public Epoch last() {
        return spans.isEmpty() ? null : spans.getLast().epoch();
    }

    /** Returns the end of the journal, or {@link LogPosition#NONE} for an empty one. */
    public long end() {
        return spans.isEmpty() ? LogPosition.NONE : spans.getLast().end();
    }

    /** Returns the position up to which two journals are the same, or {@link LogPosition#NONE}. */
    public long commonEnd(EpochTable other) {
        int mine = spans.size() - 1;
        int theirs = other.spans.size() - 1;
        while (mine >= 0 && theirs >= 0) {
            EpochSpan left = spans.get(mine);
            EpochSpan right = other.spans.get(theirs);
            int order = left.epoch().compareTo(right.epoch());
            if (order == 0) {
                return Math.min(left.end(), right.end());
            }
            if (order > 0) {
                mine--;
            } else {
                theirs--;
            }
        }
        return LogPosition.NONE;
    }

    /** Returns whether a member led any epoch that has something at or after a position. */
    public boolean isLedAfter(long position, int member) {
        for (EpochSpan span : spans) {
            if (span.epoch().leader() == member
                    && (span.end() > position || LogPosition.segment(position) < span.firstSegment())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the newest epochs, at most {@link #LONGEST}. */
    public EpochTable newest() {
        return spans.size() <= LONGEST ? this : new EpochTable(spans.subList(spans.size() - LONGEST, spans.size()));
    }

    /** Compares logs by what a promotion prefers: the higher last epoch, then the higher end. */
    public int compareLogs(EpochTable other) {
        if (spans.isEmpty() || other.spans.isEmpty()) {
            return Boolean.compare(!spans.isEmpty(), !other.spans.isEmpty());
        }
        int byEpoch = last().compareTo(other.last());
        return byEpoch != 0 ? byEpoch : Long.compare(end(), other.end());
    }
}
