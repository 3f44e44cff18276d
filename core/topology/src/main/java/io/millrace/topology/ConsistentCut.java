package io.millrace.topology;

import io.millrace.channel.ChannelException;
import io.millrace.channel.Source;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalId;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;

/**
 * The largest cut through the channels of a host, as a spare holds them, in which each record has its causes: a
 * boundary for each channel. It only rises, and each record is read once.
 *
 * <p>A call has its newest input that is in a journal as its cause, a record of inputs without output the end of each
 * run, a mark of a snapshot the output and the inputs that it names. Calls of one input are in the cut together or not
 * at all. What is in channels of other hosts is no cause here, since a restart waits for all of that.
 *
 * <p>It is computed greedily, which finds the largest one: the union of two such cuts is one.
 *
 * <p>One thread, but {@link #note}. What fails to be read is thrown; this is then closed, and another one made.
 */
final class ConsistentCut implements AutoCloseable {

    /** So many records are read at once, some milliseconds long: what they allow is not to wait for the rest. */
    private static final int MOST_AT_ONCE = 1 << 14;

    private final SequencedMap<String, ChannelWalk> walks = new LinkedHashMap<>();
    private final Map<JournalId, ChannelWalk> known = new HashMap<>();
    private final SequencedSet<ChannelWalk> ready = new LinkedHashSet<>();
    private final boolean isContinued;
    private final Damage damage;

    /** How many more records are read at once. */
    private int left;

    /** Learns that a channel cannot be read further. */
    interface Damage {

        /** Is refused: what has failed is thrown. */
        Damage REFUSED = (_, error) -> {
            throw error;
        };

        /** Takes the name of the channel, and what has failed; where it returns, the channel ends there. */
        void found(String channel, RuntimeException error);
    }

    /** Opens the channels that have come; damage is refused. */
    ConsistentCut(Path data, Collection<String> channels, Map<JournalId, Long> stored) {
        this(data, channels, stored, Damage.REFUSED);
    }

    /**
     * Opens the channels that have come.
     *
     * @param data the data directory of the spare
     * @param channels the names of the channels that its host writes
     * @param stored boundaries that were reached earlier; the cut begins at the first records unless each of them is
     *     one of the channels as they are now
     * @param damage learns of a channel that cannot be read
     * @throws JournalException where a channel cannot be opened
     */
    ConsistentCut(Path data, Collection<String> channels, Map<JournalId, Long> stored, Damage damage) {
        this.damage = damage;
        channels.forEach(name -> walks.put(name, new ChannelWalk(name, data.resolve(name))));
        try {
            walks.values().forEach(this::open);
            isContinued = continueAt(stored);
            if (!isContinued) {
                reopen();
            }
        } catch (RuntimeException | Error e) { // it is tried again, and must leave no files open
            close();
            throw e;
        }
    }

    private boolean open(ChannelWalk walk) {
        boolean isNew = walk.open();
        if (isNew) {
            known.put(walk.id(), walk);
        }
        return isNew;
    }

    private boolean continueAt(Map<JournalId, Long> stored) {
        Set<JournalId> missing = new HashSet<>(stored.keySet());
        for (ChannelWalk walk : walks.values()) {
            Long reached = walk.isOpen() && missing.remove(walk.id()) ? stored.get(walk.id()) : null;
            if (reached != null && !walk.continueAt(reached)) {
                return false;
            }
        }
        return missing.isEmpty();
    }

    private void reopen() {
        walks.values().forEach(ChannelWalk::close);
        walks.replaceAll((_, walk) -> walk.again());
        known.clear();
        walks.values().forEach(this::open);
    }

    /** Returns whether it continues at the boundaries that were stored. */
    boolean isContinued() {
        return isContinued;
    }

    /** Notes that a channel may have more records. Any thread. */
    void note(String channel) {
        walks.get(channel).note();
    }

    /**
     * Reads what has come to the channels that were noted, or a part of it, and raises the boundaries.
     *
     * @return whether it is to be called again, since there may be more
     */
    boolean advance() {
        return advance(MOST_AT_ONCE);
    }

    /** Reads at most so many records, as {@link #advance()} does. */
    boolean advance(int records) {
        left = records;
        boolean hasOpened = false;
        for (ChannelWalk walk : walks.values()) {
            hasOpened |= open(walk);
            if (walk.isOpen() && walk.takeNoted()) {
                ready.add(walk);
            }
        }
        if (hasOpened) { // what was found by its name may be another journal
            walks.values().stream().filter(ChannelWalk::waits).forEach(ready::add);
        }
        while (!ready.isEmpty() && left > 0) {
            ChannelWalk next = ready.removeFirst();
            boolean hasRisen = advance(next);
            if (left == 0) {
                ready.add(next); // it may have more
            }
            if (hasRisen) {
                for (ChannelWalk other : walks.values()) {
                    if (other.canContinueBy(next)) {
                        ready.add(other);
                    }
                }
            }
        }
        return !ready.isEmpty();
    }

    private boolean advance(ChannelWalk walk) {
        try {
            return walk.advance(this);
        } catch (JournalException | ChannelException e) {
            damage.found(walk.name(), e);
            walk.end();
            return true; // it may have risen before
        }
    }

    /** Notes that a record was read, and returns whether another one may be read now. */
    boolean mayContinue() {
        left--;
        return left > 0;
    }

    /** Returns the channel of this host that is a source; null where it is one of another host. */
    ChannelWalk walk(Source source) {
        ChannelWalk walk = known.get(source.journalId().orElseThrow());
        if (walk != null) {
            return walk;
        }
        ChannelWalk named = walks.get(source.name());
        return named == null || named.isOpen() ? null : named;
    }

    /** Returns the boundary of a channel; 0 before it has come. */
    long boundary(String channel) {
        return walks.get(channel).boundary();
    }

    /** Returns the boundaries of the channels that have come. */
    Map<JournalId, Long> boundaries() {
        Map<JournalId, Long> boundaries = new LinkedHashMap<>();
        known.forEach((id, walk) -> boundaries.put(id, walk.boundary()));
        return boundaries;
    }

    /** Returns which channels wait for which, for people; empty where none waits. */
    String awaited() {
        return String.join(
                ", ",
                walks.values().stream()
                        .filter(ChannelWalk::waits)
                        .map(ChannelWalk::awaited)
                        .toList());
    }

    @Override
    public void close() {
        walks.values().forEach(ChannelWalk::close);
    }
}
