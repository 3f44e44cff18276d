package io.millrace.replication;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;

/**
 * Computes what is held as asked. An acknowledgement counts only from a member that has stored the configuration, and
 * only if it holds the beginning of the present epoch: frames of an earlier epoch that many copies hold can still lose
 * against a log of an epoch in between (figure 8 of the Raft paper), and with the beginning of the present epoch they
 * cannot.
 */
final class Acknowledgements {

    private final CopyProgress[] members = new CopyProgress[Epoch.MAX_LEADER + 1];
    private final long[] ends = new long[MemberSet.LARGEST];
    private final int self;
    private final long epochStart;

    Acknowledgements(int self, long epochStart) {
        this.self = self;
        this.epochStart = epochStart;
    }

    /** Returns what is known of a member; null before it has joined. */
    CopyProgress of(int number) {
        return members[number];
    }

    CopyProgress create(int number) {
        if (members[number] == null) {
            members[number] = new CopyProgress(number);
        }
        return members[number];
    }

    /** Returns the highest position that the source and enough members of a set hold, or NONE. */
    long held(MemberSet set, ConfigurationVersion from, long own) {
        if (set.count() == 0) {
            return own;
        }
        int found = 0;
        for (int i = 0; i < set.members().size(); i++) {
            int number = set.members().get(i).number();
            if (number != self && counts(number, from)) {
                insert(found++, end(members[number], set.level()));
            }
        }
        return found < set.count() ? LogPosition.NONE : Math.min(own, ends[set.count() - 1]);
    }

    /** Returns the position up to which a member of a set holds the journal, or NONE if it does not count. */
    long held(MemberEntry entry, MemberSet set, ConfigurationVersion from) {
        return counts(entry.number(), from) ? end(members[entry.number()], set.level()) : LogPosition.NONE;
    }

    /** Returns how many members of a set are connected and count. */
    int connected(MemberSet set, ConfigurationVersion from) {
        int count = 0;
        for (int i = 0; i < set.members().size(); i++) {
            int number = set.members().get(i).number();
            if (number != self && counts(number, from) && members[number].isConnected()) {
                count++;
            }
        }
        return count;
    }

    /** Returns how many members of a set hold everything up to a position, the source included if it does. */
    int holding(MemberSet set, ConfigurationVersion from, long own, long position) {
        int count = own >= position ? 1 : 0;
        for (MemberEntry entry : set.members()) {
            if (entry.number() != self && holds(entry, set, from, position)) {
                count++;
            }
        }
        return count;
    }

    /** Returns whether a copy is known to hold everything up to a position at the level of a set. */
    boolean holds(MemberEntry entry, MemberSet set, ConfigurationVersion from, long position) {
        return counts(entry.number(), from) && end(members[entry.number()], set.level()) >= position;
    }

    /** Returns how many members of a set have stored a configuration, the source included if it belongs to the set. */
    int storing(MemberSet set, ConfigurationVersion version) {
        int count = 0;
        for (MemberEntry entry : set.members()) {
            if (entry.number() == self || hasStored(entry.number(), version)) {
                count++;
            }
        }
        return count;
    }

    boolean hasStored(int number, ConfigurationVersion version) {
        return members[number] != null && members[number].stored().compareTo(version) >= 0;
    }

    private boolean counts(int number, ConfigurationVersion from) {
        return hasStored(number, from) && members[number].mapped() >= epochStart;
    }

    private long end(CopyProgress member, Durability level) {
        return level == Durability.SYNCED ? member.synced() : member.mapped();
    }

    /** Keeps the first ends of the array in falling order. */
    private void insert(int found, long end) {
        int at = found;
        while (at > 0 && ends[at - 1] < end) {
            ends[at] = ends[at - 1];
            at--;
        }
        ends[at] = end;
    }
}
