package io.millrace.client;

import java.time.Duration;
import java.util.Optional;

/**
 * How long what a client does may take.
 *
 * @param connectWithin how long an attempt to connect may take, over all addresses of the host and with TLS and the
 *     upgrade to WebSocket; finding the addresses of a name comes before it, and the system alone bounds that
 * @param firstPause the pause before the second attempt; each is up to twice as long as that before
 * @param longestPause the longest pause between attempts
 * @param deadAfter after how long without anything from the server a connection is given up; the client asks for a
 *     sign of life three times in that time
 * @param giveUpAfter after how long without a connection in which the server has greeted the client all calls that
 *     wait for their acknowledgement end with an error; empty for never
 * @param answerWithin how long the answer to a call or a query may take for which a thread waits
 */
public record ClientTimes(
        Duration connectWithin,
        Duration firstPause,
        Duration longestPause,
        Duration deadAfter,
        Optional<Duration> giveUpAfter,
        Duration answerWithin) {

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    /** Checks that all are positive, and at most 292 years. */
    public ClientTimes {
        positive("connectWithin", connectWithin);
        positive("firstPause", firstPause);
        positive("longestPause", longestPause);
        positive("deadAfter", deadAfter);
        positive("answerWithin", answerWithin);
        giveUpAfter.ifPresent(after -> positive("giveUpAfter", after));
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new ClientException("time must be positive " + name + "=" + value);
        }
        if (value.compareTo(LONGEST) > 0) {
            throw new ClientException("time is too long " + name + "=" + value + " max=" + LONGEST);
        }
    }

    /** Returns 5 s to connect, pauses from 250 ms to 10 s, 60 s of silence, 30 s for an answer. */
    static ClientTimes defaults() {
        return new ClientTimes(
                Duration.ofSeconds(5),
                Duration.ofMillis(250),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Optional.empty(),
                Duration.ofSeconds(30));
    }

    ClientTimes withConnectWithin(Duration time) {
        return new ClientTimes(time, firstPause, longestPause, deadAfter, giveUpAfter, answerWithin);
    }

    ClientTimes withPauses(Duration first, Duration longest) {
        return new ClientTimes(connectWithin, first, longest, deadAfter, giveUpAfter, answerWithin);
    }

    ClientTimes withDeadAfter(Duration silence) {
        return new ClientTimes(connectWithin, firstPause, longestPause, silence, giveUpAfter, answerWithin);
    }

    ClientTimes withGiveUpAfter(Duration time) {
        return new ClientTimes(connectWithin, firstPause, longestPause, deadAfter, Optional.of(time), answerWithin);
    }

    ClientTimes withAnswerWithin(Duration time) {
        return new ClientTimes(connectWithin, firstPause, longestPause, deadAfter, giveUpAfter, time);
    }
}
