package io.millrace.wire;

import java.time.ZonedDateTime;

/**
 * The last few moments with a zone, by what they were read from. Many streams repeat them: the day of a session, the
 * moment of an opening. Finding one costs a few comparisons, making one costs five objects and a look at the zone's
 * rules. One thread at a time.
 */
final class MomentCache {
    private static final int SLOTS_BITS = 3;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L; // 2^64 divided by the golden ratio (Knuth)

    /** An input for a single message would only pay for a table, so there is one from the second moment on. */
    private static final int UNCACHED = 1;

    private record Kept(long date, long time, int offset, String zone, ZonedDateTime moment) {}

    private Kept[] kept;
    private int uncached;

    private static int slot(long date, long time) {
        return (int) (((date ^ time) * SPREAD) >>> (Long.SIZE - SLOTS_BITS));
    }

    /** The moment that was kept for these, or null. */
    ZonedDateTime find(long date, long time, int offset, String zone) {
        if (kept == null) {
            return null;
        }
        Kept at = kept[slot(date, time)];
        boolean same = at != null && at.date == date && at.time == time && at.offset == offset && at.zone.equals(zone);
        return same ? at.moment : null;
    }

    /** Keeps a moment and returns it. */
    ZonedDateTime keep(long date, long time, int offset, String zone, ZonedDateTime moment) {
        if (kept == null && uncached++ == UNCACHED) {
            kept = new Kept[1 << SLOTS_BITS];
        }
        if (kept != null) {
            kept[slot(date, time)] = new Kept(date, time, offset, zone, moment);
        }
        return moment;
    }
}
