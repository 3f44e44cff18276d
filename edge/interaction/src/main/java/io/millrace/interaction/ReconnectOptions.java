package io.millrace.interaction;

import java.time.Duration;
import java.util.Objects;

/**
 * How a {@link ReconnectingClient} connects again. Each pause is drawn between half of a length and the whole; the
 * length doubles with each attempt that fails.
 *
 * @param firstPause the length before the first attempt after a loss
 * @param longestPause the greatest length
 * @param maxAttempts after how many attempts in a row that have failed it gives up; 0 for any number
 * @param giveUpAfter after how long without a connection it gives up
 * @param listener learns of the connection
 */
public record ReconnectOptions(
        Duration firstPause,
        Duration longestPause,
        int maxAttempts,
        Duration giveUpAfter,
        ConnectionListener listener) {

    private static final Duration LONGEST = Duration.ofDays(365);

    /** Checks the ranges. */
    public ReconnectOptions {
        Objects.requireNonNull(listener, "listener");
        inRange("firstPause", firstPause);
        inRange("longestPause", longestPause);
        inRange("giveUpAfter", giveUpAfter);
        if (longestPause.compareTo(firstPause) < 0) {
            throw new InteractionException("the longest pause is not shorter than the first one firstPause="
                    + firstPause + " longestPause=" + longestPause);
        }
        if (maxAttempts < 0) {
            throw new InteractionException("number of attempts is at least 0 maxAttempts=" + maxAttempts);
        }
    }

    private static void inRange(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
            throw new InteractionException(
                    "time must be positive, and at most " + LONGEST.toDays() + " days " + name + "=" + value);
        }
    }

    /** Returns pauses from 100 ms to 10 s, any number of attempts for five minutes, and no listener. */
    public static ReconnectOptions defaults() {
        return new ReconnectOptions(
                Duration.ofMillis(100), Duration.ofSeconds(10), 0, Duration.ofMinutes(5), (_, _) -> {});
    }

    /** Returns these options with other pauses. */
    public ReconnectOptions withPauses(Duration first, Duration longest) {
        return new ReconnectOptions(first, longest, maxAttempts, giveUpAfter, listener);
    }

    /** Returns these options with another number of attempts. */
    public ReconnectOptions withMaxAttempts(int value) {
        return new ReconnectOptions(firstPause, longestPause, value, giveUpAfter, listener);
    }

    /** Returns these options with another time without a connection. */
    public ReconnectOptions withGiveUpAfter(Duration value) {
        return new ReconnectOptions(firstPause, longestPause, maxAttempts, value, listener);
    }

    /** Returns these options with another listener. */
    public ReconnectOptions withListener(ConnectionListener value) {
        return new ReconnectOptions(firstPause, longestPause, maxAttempts, giveUpAfter, value);
    }
}
