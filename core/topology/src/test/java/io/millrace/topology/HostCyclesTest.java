package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a cycle over two hosts is over, from what they say. */
class HostCyclesTest {

    private static final HostCycle A = state(1, 5, 100, 200);
    private static final HostCycle B = state(2, 9, 100, 200);

    private static HostCycle state(long run, long rest, long there, long back) {
        Map<String, Long> last = new LinkedHashMap<>();
        last.put("there", there);
        last.put("back", back);
        return new HostCycle("back", run, HostCycle.State.RESTS, rest, new LinkedHashMap<>(last));
    }

    @Test
    void twoEqualRoundsWithNothingOnItsWayAreTheEnd() {
        assertTrue(HostCycles.isOver(List.of(A, B), List.of(A, B)));
    }

    @Test
    void oneRoundIsNot() {
        assertFalse(HostCycles.isOver(List.of(), List.of(A, B)));
        assertFalse(HostCycles.isOver(List.of(A), List.of(A, B)));
    }

    @Test
    void aHostThatHasWorkedInBetweenIsNot() {
        assertFalse(HostCycles.isOver(List.of(A, state(2, 7, 100, 200)), List.of(A, B)));
    }

    @Test
    void aHostThatWasStartedAgainInBetweenIsNot() {
        assertFalse(HostCycles.isOver(List.of(A, state(3, 9, 100, 200)), List.of(A, B)));
    }

    @Test
    void aHostThatWorksIsNot() {
        HostCycle works = new HostCycle("back", 2, HostCycle.State.WORKS, 0, B.last());
        assertFalse(HostCycles.isOver(List.of(A, works), List.of(A, works)));
    }

    @Test
    void aMessageOnItsWayIsNot() {
        HostCycle lacks = state(2, 9, 90, 200);
        assertFalse(HostCycles.isOver(List.of(A, lacks), List.of(A, lacks)));
    }
}
