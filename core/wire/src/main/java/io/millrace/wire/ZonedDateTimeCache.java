package io.millrace.wire;

import java.time.ZonedDateTime;

/**
 * Caches the last few dates and times with a zone by the values from which they were read. Many streams repeat them:
 * the day of a session, the time of an opening. Finding one takes a few comparisons; creating one takes five objects
 * and a lookup in the rules of the zone. One thread at a time.
 */
final class ZonedDateTimeCache {
    private static final int SLOTS_BITS = 3;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L; // 2^64 divided by the golden ratio (Knuth)

    /**
     * How many moments are read before the table is created; an input for a single message would not profit from one.
     */
    private static final int UNCACHED = 1;

    private record Kept(long date, long time, int offset, String zone, ZonedDateTime moment) {}

    private Kept[] kept;
    private int uncached;

    private static int slot(long date, long time) {
        return (int) (((date ^ time) * SPREAD) >>> (Long.SIZE - SLOTS_BITS));
    }

    /** Returns the cached moment for these values, or null. */
    ZonedDateTime find(long date, long time, int offset, String zone) {
        if (kept == null) {
            return null;
        }
        Kept at = kept[slot(date, time)];
        boolean same = at != null && at.date == date && at.time == time && at.offset == offset && at.zone.equals(zone);
        return same ? at.moment : null;
    }

    /** Caches a moment and returns it. */
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
