package io.millrace.replication;

/**
 * What a source knows of one of its copies.
 *
 * @param number number of the member
 * @param name its name
 * @param address where it accepts links
 * @param link whether it is connected
 * @param mapped the position up to which it last acknowledged frames in mapped memory; {@link LogPosition#NONE} before
 * @param synced the position up to which it last acknowledged frames on its storage device
 */
public record CopyStatus(int number, String name, String address, Link link, long mapped, long synced) {

    /** Whether a copy is connected. */
    public enum Link {
        /** It is. */
        CONNECTED,
        /** It is not. */
        MISSING
    }
}
