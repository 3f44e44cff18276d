package io.millrace.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The protocol of replication under faults, from seeds. */
@Tag("proof")
class SimulationTest {

    private static final int SEEDS = Integer.getInteger("millrace.simulation.seeds", 60);

    /** A run in which these do not happen proves nothing; about half of what 60 seeds have. */
    private static final Map<String, Integer> LEAST = Map.ofEntries(
            Map.entry("appends", 4000),
            Map.entry("appends while degraded", 100),
            Map.entry("crashes by KILL", 150),
            Map.entry("crashes by POWER", 100),
            Map.entry("crashes by DISK", 6),
            Map.entry("crashes within a step", 50),
            Map.entry("blocks of one direction", 300),
            Map.entry("events PROMOTED", 60),
            Map.entry("events PROMOTION_FAILED", 200),
            Map.entry("events FENCED", 40),
            Map.entry("events CUT", 3),
            Map.entry("events CHANGED", 90),
            Map.entry("events NOT_WHOLE", 30),
            Map.entry("events WHOLE", 30),
            Map.entry("events DEGRADED", 5),
            Map.entry("events APPENDS_REFUSED", 20),
            Map.entry("resets", 30),
            Map.entry("limits raised", 1000),
            Map.entry("limits that fail", 20),
            Map.entry("promotions of a part", 3),
            Map.entry("runs without accepted losses", 15),
            Map.entry("runs with accepted losses", 8));

    @Test
    void membersKeepTheirPromisesUnderFaults() {
        Coverage coverage = new Coverage();
        for (long seed = 1; seed <= SEEDS; seed++) {
            coverage.add(Simulation.run(seed).coverage());
        }
        LEAST.forEach((what, least) -> assertTrue(coverage.of(what) >= least, what + " in " + coverage));
    }

    @Test
    void aSeedGivesTheSameRunAgain() {
        SimulationResult first = Simulation.run(7);
        SimulationResult second = Simulation.run(7);
        assertEquals(first.chain(), second.chain());
        assertEquals(first.actions(), second.actions());
        assertEquals(first.endNs(), second.endNs());
        assertEquals(first.coverage().counts(), second.coverage().counts());
    }
}
