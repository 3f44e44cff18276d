package io.millrace.channel;

import java.time.Instant;

/** Converts instants to nanoseconds since the epoch, as envelopes have them, which cover the years 1678 to 2262. */
public final class EpochNs {

    private static final long NS_PER_SECOND = 1_000_000_000L;

    private EpochNs() {}

    /** Returns the nearest time that an envelope can have. */
    public static long of(Instant time) {
        if (time.getEpochSecond() >= Long.MAX_VALUE / NS_PER_SECOND) {
            return Long.MAX_VALUE;
        }
        if (time.getEpochSecond() <= Long.MIN_VALUE / NS_PER_SECOND) {
            return Long.MIN_VALUE;
        }
        return time.getEpochSecond() * NS_PER_SECOND + time.getNano();
    }

    /** Returns the time. */
    public static Instant toInstant(long epochNs) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, NS_PER_SECOND), Math.floorMod(epochNs, NS_PER_SECOND));
    }
}
