package io.millrace.replication;

import io.millrace.journal.Epoch;

/**
 * A member in a configuration.
 *
 * @param number its number, 0 to {@link Epoch#MAX_LEADER}, which is never given to another
 * @param name the name that users gave it
 * @param address where it accepts links, as {@code host:port}
 * @param copyId the random identity of its copy of the journal; a disk that was lost has another one
 */
public record MemberEntry(int number, String name, String address, long copyId) {

    /** The most bytes of a name, in UTF-8: it is part of the name of a position in the journal. */
    public static final int LONGEST_NAME = 104;

    /** The most bytes of an address, in UTF-8. */
    public static final int LONGEST_ADDRESS = 255;

    /** Checks the ranges. */
    public MemberEntry {
        if (number < 0 || number > Epoch.MAX_LEADER) {
            throw new ReplicationException(
                    "number of a member must be 0 to " + Epoch.MAX_LEADER + " number=" + number + " name=" + name);
        }
    }
}
