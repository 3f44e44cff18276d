package io.millrace.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The protocol of the ledger's seats under faults, from seeds. */
@Tag("proof")
class LedgerSimulationTest {

    private static final int SEEDS = Integer.getInteger("millrace.ledger.seeds", 12);
    private static final long ROUNDS = Long.getLong("millrace.ledger.rounds", 50);
    private static final long FIRST = Long.getLong("millrace.ledger.first", 1);

    /** A run in which these do not happen proves nothing; about half of what 12 seeds have. */
    private static final Map<String, Integer> LEAST =
            Map.ofEntries(Map.entry("commits", 350), Map.entry("transactions", 400), Map.entry("slots watched", 70));

    @Test
    void seatsAgreeUnderFaultsAndGoOnAfterThem() {
        Coverage coverage = new Coverage();
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            coverage.add(LedgerSimulation.run(seed, ROUNDS).coverage());
        }
        LEAST.forEach((what, least) -> assertTrue(coverage.of(what) >= least || SEEDS < 12, what + " in " + coverage));
    }

    @Test
    void aSeedGivesTheSameRunAgain() {
        SimulationResult first = LedgerSimulation.run(7, ROUNDS);
        SimulationResult second = LedgerSimulation.run(7, ROUNDS);
        assertEquals(first.chain(), second.chain());
        assertEquals(first.actions(), second.actions());
        assertEquals(first.coverage().counts(), second.coverage().counts());
    }

    /** Three message delays to a commit, with a round trip for what was offered between two blocks. */
    @Test
    void finalityIsSomeMessageDelaysWhenNothingFails() {
        LatencyRow row = LedgerSimulation.measure(1_000_000, 4);
        assertEquals(1.0, row.roundNs() / 1e6, 0.1);
        assertTrue(row.finalityNs() < 5e6, row::toString);
        assertEquals(50_000 * 1e-3 / 4, row.block(50_000), 2);
    }
}
