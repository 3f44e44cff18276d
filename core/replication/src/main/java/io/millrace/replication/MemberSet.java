package io.millrace.replication;

import io.millrace.journal.Durability;
import java.util.List;

/**
 * Members, and how many of them must hold what is acknowledged.
 *
 * @param members the members, the source among them
 * @param count the copies that must hold a message beside the source, 0 or more
 * @param level what it must survive there and at the source
 */
public record MemberSet(List<MemberEntry> members, int count, Durability level) {

    /** The most members. */
    public static final int LARGEST = 32;

    /** Copies the list and checks the count. */
    public MemberSet {
        members = List.copyOf(members);
        if (count < 0 || count >= LARGEST) {
            throw new ReplicationException("count of copies must be 0 to " + (LARGEST - 1) + " count=" + count);
        }
    }

    /** Returns the member with a number, or null. */
    public MemberEntry numbered(int number) {
        for (MemberEntry member : members) {
            if (member.number() == number) {
                return member;
            }
        }
        return null;
    }

    /** Returns the member with an identity, or null. */
    public MemberEntry identified(long copyId) {
        for (MemberEntry member : members) {
            if (member.copyId() == copyId) {
                return member;
            }
        }
        return null;
    }

    /** Returns the member with a name, or null. */
    public MemberEntry named(String name) {
        for (MemberEntry member : members) {
            if (member.name().equals(name)) {
                return member;
            }
        }
        return null;
    }

    /** Returns how many whole members must promise, so that one of them holds everything acknowledged. */
    public int promises() {
        return Math.max(1, members.size() - count);
    }

    /** Returns how many members hold what is acknowledged, the source among them. */
    public int holders() {
        return Math.min(count + 1, members.size());
    }
}
