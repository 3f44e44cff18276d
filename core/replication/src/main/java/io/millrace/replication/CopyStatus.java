package io.millrace.replication;

import java.util.OptionalLong;

/**
 * What a source knows of one of its copies.
 *
 * @param number number of the member
 * @param name its name
 * @param address where it accepts links
 * @param link whether it is connected
 * @param mapped the position up to which it last acknowledged frames in mapped memory; {@link LogPosition#NONE} before
 * @param synced the position up to which it last acknowledged frames on its storage device
 * @param clockAheadUs by how many microseconds its clock is ahead of the clock of the source; empty if not measured
 */
public record CopyStatus(
        int number, String name, String address, Link link, long mapped, long synced, OptionalLong clockAheadUs) {

    /** Whether a copy is connected. */
    public enum Link {
        /** It is. */
        CONNECTED,
        /** It is not. */
        MISSING
    }
}
