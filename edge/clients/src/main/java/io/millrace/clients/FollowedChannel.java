package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Index;

/**
 * A channel that clients may follow. Of the followers that have read all there is, one looks for more in each round, so
 * that the others cost next to nothing while they wait. For one thread.
 */
final class FollowedChannel {

    private final Channel channel;
    private final boolean mayHaveSpare;
    private long newest = Index.NONE;
    private long changes;
    private boolean isLookedAt;

    /**
     * Creates a channel that may be followed.
     *
     * @param mayHaveSpare whether followers get only what a spare holds, so that a promotion takes nothing back
     */
    FollowedChannel(Channel channel, boolean mayHaveSpare) {
        this.channel = channel;
        this.mayHaveSpare = mayHaveSpare;
    }

    /** Returns a cursor over what followers may get; another thread may take it over. */
    ChannelCursor cursor() {
        return mayHaveSpare ? channel.acknowledgedCursor() : channel.cursor();
    }

    Channel channel() {
        return channel;
    }

    /** Begins a round. */
    void beginRound() {
        isLookedAt = false;
    }

    /**
     * Returns whether a follower may read: there is more than at its last end, or it is the first one of this round
     * that looks.
     *
     * @param seen what {@link #changes} was at its last end; less than 0 for a follower that has not come to one
     */
    boolean mayHaveMore(long seen) {
        if (seen != changes) {
            return true;
        }
        boolean isFirst = !isLookedAt;
        isLookedAt = true;
        return isFirst;
    }

    /** Notes what a follower has read. */
    void read(long index) {
        if (index > newest) {
            newest = index;
            changes++;
        }
    }

    /** Returns a number that changes when a follower has read something new. */
    long changes() {
        return changes;
    }
}
