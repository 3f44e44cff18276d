package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalRole;
import java.util.Optional;

/**
 * Up to where others may act on what is in a channel: it is on the disk, where the channel is {@code SYNCED}, and the
 * spare holds it, where the host has one. Any thread.
 */
final class Durable {

    private final Optional<Journal> synced;
    private final Optional<Journal> spared;

    Durable(Channel channel, boolean mayHaveSpare) {
        this.synced =
                channel.durability().equals(Optional.of(Durability.SYNCED)) ? channel.journal() : Optional.empty();
        this.spared = mayHaveSpare ? channel.journal() : Optional.empty();
    }

    /** Returns whether the disk is waited for. */
    boolean isSynced() {
        return synced.isPresent();
    }

    /** Returns the index of the last record; {@link Index#NONE} where nothing is waited for. */
    long end() {
        return synced.or(() -> spared).map(Journal::lastIndex).orElse(Index.NONE);
    }

    /** Returns whether others may act on what there is up to an index. */
    boolean isHeld(long index) {
        if (index == Index.NONE) {
            return true;
        }
        boolean isOnDisk = synced.map(journal -> journal.syncedIndex() >= index).orElse(true);
        return isOnDisk
                && spared.filter(journal -> journal.role() != JournalRole.ORDINARY)
                        .map(journal -> journal.mark().covers(index))
                        .orElse(true);
    }
}
