package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.NamedPosition;
import java.util.List;
import java.util.Optional;

/**
 * Keeps in journals what a restart of a service needs, by a position under the service's name in each: retention
 * removes nothing that is not before it. Until a service says otherwise its positions are never read, and hold
 * everything.
 *
 * <p>Positions move one step late, and only once that step is synced where its channel is, so a loss of power that
 * takes the newest step leaves everything for the one before. For the thread of one service.
 */
final class RestartHolds {

    private final Journal[] journals;
    private final boolean[] synced;
    private final NamedPosition[] positions;
    private final long[] next;
    private boolean pending;

    private RestartHolds(List<Channel> channels, String name) {
        this.journals = new Journal[channels.size()];
        this.synced = new boolean[channels.size()];
        this.positions = new NamedPosition[channels.size()];
        this.next = new long[channels.size()];
        for (int i = 0; i < positions.length; i++) {
            Journal journal = channels.get(i).journal().orElse(null);
            if (journal != null && !journal.isReadOnly()) {
                journals[i] = journal;
                synced[i] = channels.get(i).durability().equals(Optional.of(Durability.SYNCED));
                positions[i] = journal.position(name);
            }
        }
    }

    /** Holds what there is in those of the channels that are journals open for writing. */
    static RestartHolds open(String service, List<Channel> channels) {
        return new RestartHolds(channels, "restart of " + service);
    }

    /**
     * Notes that a restart needs nothing any more before an index of each channel, in their order; of one whose index
     * is {@code Index.NONE} it needs what it needed.
     */
    void reached(long... indexes) {
        if (pending && !settle()) {
            return;
        }
        System.arraycopy(indexes, 0, next, 0, next.length);
        pending = true;
    }

    /**
     * Moves the positions to what was noted last, without waiting for the next step, where nothing can take it any
     * more; returns whether that is so.
     */
    boolean settle() {
        if (!isSynced()) {
            return false;
        }
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] != null && next[i] != Index.NONE) {
                positions[i].set(next[i]);
            }
        }
        pending = false;
        return true;
    }

    private boolean isSynced() {
        for (int i = 0; i < positions.length; i++) {
            if (synced[i] && positions[i] != null && journals[i].syncedIndex() < next[i]) {
                return false;
            }
        }
        return true;
    }
}
