package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.measure.Schedule.Ticket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final Arrivals THOUSAND = Arrivals.constant(Rate.perSecond(1000));

    @Test
    void itEndsWithItsDuration() {
        Schedule schedule = new Schedule(THOUSAND, 500, 10_000_000, Long.MAX_VALUE, 0);
        Ticket ticket = new Ticket();
        for (int n = 0; n < 10; n++) {
            assertTrue(schedule.claim(ticket));
            assertEquals(n, ticket.sequence());
            assertEquals(500 + n * 1_000_000L, ticket.intendedNs());
        }
        assertFalse(schedule.claim(ticket));
        assertEquals(10, schedule.claimed());
    }

    @Test
    void itEndsWithItsLimit() {
        Schedule schedule = new Schedule(THOUSAND, 0, Long.MAX_VALUE, 3, 100);
        Ticket ticket = new Ticket();
        for (int n = 0; n < 3; n++) {
            assertTrue(schedule.claim(ticket));
            assertEquals(100 + n, ticket.sequence());
        }
        assertFalse(schedule.claim(ticket));
    }

    @Test
    void itEndsWithItsArrivals() {
        Schedule schedule = new Schedule(Arrivals.replayed(1, 2), 0, Long.MAX_VALUE, Long.MAX_VALUE, 0);
        Ticket ticket = new Ticket();
        assertTrue(schedule.claim(ticket));
        assertTrue(schedule.claim(ticket));
        assertFalse(schedule.claim(ticket));
    }

    @Test
    void everyOperationIsClaimedByOneOfSeveralThreads() throws Exception {
        int count = 100_000;
        Schedule schedule = new Schedule(THOUSAND, 0, Long.MAX_VALUE, count, 0);
        Callable<List<Long>> claimAll = () -> {
            List<Long> claimed = new ArrayList<>();
            Ticket ticket = new Ticket();
            while (schedule.claim(ticket)) {
                assertEquals(ticket.sequence() * 1_000_000, ticket.intendedNs());
                claimed.add(ticket.sequence());
            }
            return claimed;
        };
        Set<Long> all = new HashSet<>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var claimed : threads.invokeAll(List.of(claimAll, claimAll, claimAll, claimAll))) {
                for (long sequence : claimed.get()) {
                    assertTrue(all.add(sequence), "sequence=" + sequence);
                }
            }
        }
        assertEquals(count, all.size());
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertThrows(MeasureException.class, () -> new Schedule(THOUSAND, 0, 0, 1, 0));
        assertThrows(MeasureException.class, () -> new Schedule(THOUSAND, 0, 1, 0, 0));
        assertThrows(MeasureException.class, () -> new Schedule(THOUSAND, 0, 1, 1, -1));
    }
}
