package io.millrace.clients;

import java.time.Duration;

/**
 * What clients may take of the server.
 *
 * @param maxSessions how many sessions may be open by WebSocket, and how many by TCP; a further one is refused
 * @param maxSubscriptions the most channels that a client follows at a time
 * @param maxWaiting the most requests of a client that wait for their answers; more end its session
 * @param maxRate the most requests of a client in a second; more end its session. 0 for any number
 * @param maxInFlight the most messages on their way to a client; it gets further ones when it has taken some
 * @param maxBytes the longest request in bytes; a longer one ends its session
 * @param readTimeout how long a message may wait for a client that does not read, before its session ends
 */
public record ClientLimits(
        int maxSessions,
        int maxSubscriptions,
        int maxWaiting,
        int maxRate,
        int maxInFlight,
        int maxBytes,
        Duration readTimeout) {

    private static final int MOST_SESSIONS = 100_000;
    private static final int LEAST_BYTES = 1_024;
    private static final int MOST_BYTES = 1 << 24;

    /** Checks the ranges. */
    public ClientLimits {
        inRange("maxSessions", maxSessions, 1, MOST_SESSIONS);
        inRange("maxSubscriptions", maxSubscriptions, 1, MOST_SESSIONS);
        inRange("maxWaiting", maxWaiting, 1, Integer.MAX_VALUE);
        inRange("maxRate", maxRate, 0, Integer.MAX_VALUE);
        inRange("maxInFlight", maxInFlight, 2, MOST_SESSIONS);
        inRange("maxBytes", maxBytes, LEAST_BYTES, MOST_BYTES);
        inRange("readTimeout", readTimeout.toMillis(), 1, Integer.MAX_VALUE);
    }

    private static void inRange(String name, long value, long least, long greatest) {
        if (value < least || value > greatest) {
            throw new ClientsException(
                    "limit of clients is not between " + least + " and " + greatest + " " + name + "=" + value);
        }
    }

    /**
     * Returns 256 sessions, 64 channels that a client follows, 1,000 requests that wait, any rate, 256 messages on
     * their way, 1 MiB for a request, 20 s for a client that does not read.
     */
    public static ClientLimits defaults() {
        return new ClientLimits(256, 64, 1_000, 0, 256, 1 << 20, Duration.ofSeconds(20));
    }

    /** Returns these limits with another number of sessions. */
    public ClientLimits withMaxSessions(int sessions) {
        return new ClientLimits(sessions, maxSubscriptions, maxWaiting, maxRate, maxInFlight, maxBytes, readTimeout);
    }

    /** Returns these limits with another number of requests of a client in a second. */
    public ClientLimits withMaxRate(int requests) {
        return new ClientLimits(
                maxSessions, maxSubscriptions, maxWaiting, requests, maxInFlight, maxBytes, readTimeout);
    }

    /** Returns these limits with another time for a client that does not read. */
    public ClientLimits withReadTimeout(Duration time) {
        return new ClientLimits(maxSessions, maxSubscriptions, maxWaiting, maxRate, maxInFlight, maxBytes, time);
    }
}
