package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
    private final VirtualClock clock = new VirtualClock();
    private final List<String> seen = new ArrayList<>();

    @Test
    void timePassesOnlyWhileAllWait() {
        clock.awaitNs(3_600_000_000_000L);
        assertEquals(3_600_000_000_000L, clock.nanoTime());
        clock.awaitNs(5);
        assertEquals(3_600_000_000_000L, clock.nanoTime());
    }

    @Test
    void whatWasPutAtATimeHappensThen() {
        clock.at(20, () -> note("second"));
        clock.at(10, () -> {
            note("first");
            clock.at(15, () -> note("between"));
        });
        clock.at(40, () -> note("later"));
        clock.awaitNs(30);
        assertEquals(List.of("first@10", "between@15", "second@20"), seen);
    }

    @Test
    void threadsTakeTurnsInTheOrderOfTime() throws InterruptedException {
        Thread slow = clock.thread("slow", () -> steps("slow", 30));
        Thread fast = clock.thread("fast", () -> steps("fast", 20));
        slow.start();
        fast.start();
        clock.awaitNs(100);
        slow.join();
        fast.join();
        assertEquals(List.of("fast@20", "slow@30", "fast@40", "slow@60", "fast@60", "slow@90"), seen);
    }

    private void steps(String name, long stepNs) {
        for (int i = 1; i <= 3; i++) {
            clock.awaitNs(i * stepNs);
            note(name);
        }
    }

    private void note(String what) {
        seen.add(what + "@" + clock.nanoTime());
    }
}
