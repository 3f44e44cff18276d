package io.millrace.fix;

import java.time.Duration;

/**
 * The bounds of an engine.
 *
 * @param maxConnections the most connections at a time, at least 1
 * @param maxUnknown the most connections whose first message has not come, at least 1; for a further one the oldest of
 *     the address that has most of them is closed, unless the new one's address has as many and none is older than a
 *     second: then the new one is closed
 * @param maxDynamicSessions the most sessions that templates may make, 0 for none
 * @param maxFirstBytes the longest first message in bytes, at least 256
 * @param logonTimeout how long the first message of a connection may take, and what comes before it
 * @param maxWaitingBytes the most bytes that wait in memory for a peer that reads slowly, at least 4 KiB; what is
 *     beyond stays in the store
 * @param slowAfter how long a peer may take nothing while something waits for it, before it is disconnected
 * @param maxRate the most messages a second that are taken of one connection, 0 for any number; reading pauses when
 *     there are more, so that the peer has to wait
 */
public record FixEngineLimits(
        int maxConnections,
        int maxUnknown,
        int maxDynamicSessions,
        int maxFirstBytes,
        Duration logonTimeout,
        int maxWaitingBytes,
        Duration slowAfter,
        int maxRate) {

    static final int LEAST_FIRST_BYTES = 256;
    static final int LEAST_WAITING_BYTES = 4096;

    /** Checks the bounds. */
    public FixEngineLimits {
        check("maxConnections", maxConnections, 1);
        check("maxUnknown", maxUnknown, 1);
        check("maxDynamicSessions", maxDynamicSessions, 0);
        check("maxFirstBytes", maxFirstBytes, LEAST_FIRST_BYTES);
        check("logonTimeout in ms", logonTimeout.toMillis(), 1);
        check("maxWaitingBytes", maxWaitingBytes, LEAST_WAITING_BYTES);
        check("slowAfter in ms", slowAfter.toMillis(), 1);
        check("maxRate", maxRate, 0);
    }

    private static void check(String name, long value, long least) {
        if (value < least) {
            throw new FixException("a limit is too low limit=" + name + " value=" + value + " least=" + least);
        }
    }

    /**
     * Returns 10,000 connections, 256 of them unknown; 1,000 dynamic sessions; 16 KiB and 10 s for the first message;
     * 256 KiB waiting, 10 s for a slow peer; any rate.
     */
    public static FixEngineLimits defaults() {
        return new FixEngineLimits(
                10_000, 256, 1_000, 16 << 10, Duration.ofSeconds(10), 256 << 10, Duration.ofSeconds(10), 0);
    }

    /** Returns these limits with other numbers of connections. */
    public FixEngineLimits withConnections(int all, int unknown) {
        return new FixEngineLimits(
                all, unknown, maxDynamicSessions, maxFirstBytes, logonTimeout, maxWaitingBytes, slowAfter, maxRate);
    }

    /** Returns these limits with another number of sessions that templates may make. */
    public FixEngineLimits withDynamicSessions(int most) {
        return new FixEngineLimits(
                maxConnections, maxUnknown, most, maxFirstBytes, logonTimeout, maxWaitingBytes, slowAfter, maxRate);
    }

    /** Returns these limits with other bounds of the first message. */
    public FixEngineLimits withFirstMessage(int bytes, Duration within) {
        return new FixEngineLimits(
                maxConnections, maxUnknown, maxDynamicSessions, bytes, within, maxWaitingBytes, slowAfter, maxRate);
    }

    /** Returns these limits with other bounds of slow peers. */
    public FixEngineLimits withSlowPeers(int waitingBytes, Duration within) {
        return new FixEngineLimits(
                maxConnections,
                maxUnknown,
                maxDynamicSessions,
                maxFirstBytes,
                logonTimeout,
                waitingBytes,
                within,
                maxRate);
    }

    /** Returns these limits with another rate of messages. */
    public FixEngineLimits withRate(int messagesPerSecond) {
        return new FixEngineLimits(
                maxConnections,
                maxUnknown,
                maxDynamicSessions,
                maxFirstBytes,
                logonTimeout,
                maxWaitingBytes,
                slowAfter,
                messagesPerSecond);
    }
}
