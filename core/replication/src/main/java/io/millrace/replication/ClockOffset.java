package io.millrace.replication;

import java.util.OptionalLong;

/**
 * How far the clock of a peer is from the clock here. Each side remembers the smallest difference between the time at
 * which a heartbeat came and the time at which it was sent, by both clocks: the shortest way plus or minus the offset.
 * It sends that with its own heartbeats, and half the difference of both is the offset, exact to half the shortest
 * round trip (D. Mills, Network Time Protocol, RFC 5905). The latest heartbeats count, so that a clock that is set is
 * noticed. One thread.
 */
public final class ClockOffset {

    /** What {@link Message.Heartbeat#smallestUs} says before a heartbeat has come. */
    public static final long UNKNOWN_US = Long.MIN_VALUE;

    private static final int LATEST = 8;

    private final long[] differencesUs = new long[LATEST];
    private int count;
    private long peerSmallestUs = UNKNOWN_US;

    ClockOffset() {}

    /** Takes a heartbeat that came at a time of the clock here. */
    void received(Message.Heartbeat heartbeat, long clockUs) {
        differencesUs[count++ % LATEST] = clockUs - heartbeat.sentUs();
        peerSmallestUs = heartbeat.smallestUs();
    }

    /** Returns the smallest difference of the latest heartbeats, or {@link #UNKNOWN_US}. */
    long smallestUs() {
        if (count == 0) {
            return UNKNOWN_US;
        }
        long smallest = Long.MAX_VALUE;
        for (int i = 0; i < Math.min(count, LATEST); i++) {
            smallest = Math.min(smallest, differencesUs[i]);
        }
        return smallest;
    }

    /** Returns by how many microseconds the clock of the peer is ahead; empty until both sides have measured. */
    public OptionalLong aheadUs() {
        return isKnown() ? OptionalLong.of((peerSmallestUs - smallestUs()) / 2) : OptionalLong.empty();
    }

    /** Returns how many microseconds the offset may be wrong, half the shortest round trip; empty as the offset is. */
    public OptionalLong errorUs() {
        return isKnown() ? OptionalLong.of(Math.max(0, peerSmallestUs + smallestUs()) / 2) : OptionalLong.empty();
    }

    /** Returns whether the clocks certainly differ by more than a limit. */
    boolean exceeds(long limitUs) {
        return isKnown() && Math.abs(aheadUs().getAsLong()) - errorUs().getAsLong() > limitUs;
    }

    private boolean isKnown() {
        return count > 0 && peerSmallestUs != UNKNOWN_US;
    }
}
