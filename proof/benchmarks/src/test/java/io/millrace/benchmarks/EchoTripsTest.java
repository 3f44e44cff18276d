package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.BenchmarkException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EchoTripsTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    @Test
    void everyMessageOfTheScheduleIsSentAndAfterTheLeadInRecorded() {
        EchoTrips trips = EchoTrips.atRate(10_000, 10 * MS, 20 * MS);
        long sent = answerAll(trips);
        assertEquals(300, sent);
        assertEquals(200, trips.latencies().getTotalCount());
    }

    @Test
    void aMessageThatHadToWaitCountsFromItsIntendedStart() {
        EchoTrips trips = EchoTrips.atRate(1_000, 0, 20 * MS);
        int first = trips.awaitDue();
        send(trips, first);
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < 10 * MS) {
            Thread.onSpinWait();
        }
        answer(trips, 0, first);
        int due = trips.awaitDue();
        assertTrue(first + due >= 10, "first=" + first + " due=" + due);
        send(trips, due);
        answer(trips, first, due);
        long recorded = trips.latencies().getCountBetweenValues(8 * MS, Long.MAX_VALUE);
        assertTrue(recorded >= 2, "recorded=" + recorded); // the first, and that due 1 ms after it
    }

    @Test
    void oneInFlightEndsAfterTheMostMessages() {
        EchoTrips trips = EchoTrips.oneInFlight(0, TimeUnit.HOURS.toNanos(1), 7);
        assertEquals(7, answerAll(trips));
        assertEquals(0, trips.awaitDue());
    }

    @Test
    void anAnswerThatIsMissingOrRepeatedOrUnexpectedIsRefused() {
        EchoTrips trips = EchoTrips.oneInFlight(0, TimeUnit.HOURS.toNanos(1), 7);
        assertEquals(1, trips.awaitDue());
        assertRefused("an answer was lost or out of order expected=0 actual=0 sent=0", () -> trips.answered(0));
        trips.nextNumber();
        assertRefused("an answer was lost or out of order expected=0 actual=1 sent=1", () -> trips.answered(1));
        assertRefused("answers are missing sent=1 answered=0", trips::awaitDue);
        assertTrue(trips.answered(0));
        assertRefused("an answer was lost or out of order expected=1 actual=0 sent=1", () -> trips.answered(0));
        assertFalse(trips.awaitDue() == 0);
    }

    private static void assertRefused(String message, Runnable call) {
        assertEquals(message, assertThrows(BenchmarkException.class, call::run).getMessage());
    }

    private static void answer(EchoTrips trips, int from, int count) {
        for (int i = 0; i < count; i++) {
            assertEquals(i == count - 1, trips.answered(from + i));
        }
    }

    private static void send(EchoTrips trips, int count) {
        for (int i = 0; i < count; i++) {
            trips.nextNumber();
        }
    }

    private static long answerAll(EchoTrips trips) {
        long answered = 0;
        for (int due = trips.awaitDue(); due > 0; due = trips.awaitDue()) {
            send(trips, due);
            for (int i = 0; i < due; i++) {
                trips.answered(answered++);
            }
        }
        return answered;
    }
}
