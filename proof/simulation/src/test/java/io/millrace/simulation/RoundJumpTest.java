package io.millrace.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The attack on seats that leave rounds out: ten seats of which three never vote, and a network in time. */
@Tag("proof")
class RoundJumpTest {
    private static final long ROUNDS = Long.getLong("millrace.ledger.jump", 100);
    private static final Mutant ALWAYS =
            new Mutant("rounds are left out after a loss alone", "RoundClock", "isJumping", true);
    private static final Mutant OPEN =
            new Mutant("a round whose slot is open is not left out", "RoundClock", "mayLeaveOut", true);

    private static RoundJump.Outcome without(Mutant... rules) {
        @SuppressWarnings("unchecked") // the class has this interface
        LongFunction<long[]> run = new MutantLoader(rules).create(LongFunction.class, RoundJumpRun.class);
        long[] outcome = run.apply(ROUNDS);
        return new RoundJump.Outcome(outcome[0], outcome[1], outcome[2], outcome[3]);
    }

    @Test
    void leadersAreCommittedWhileNoRoundIsLeftOut() {
        RoundJump.Outcome outcome = RoundJump.run(ROUNDS);
        assertEquals(0, outcome.leftOut());
        assertTrue(outcome.commits() >= ROUNDS / 2, outcome::toString);
    }

    /** A tenth of the rounds has a commit, and each takes twice as long. */
    @Test
    void fewLeadersAreCommittedWhereSeatsLeaveOutWhatTheyLike() {
        RoundJump.Outcome outcome = without(ALWAYS, OPEN);
        assertTrue(outcome.leftOut() >= ROUNDS / 2, outcome::toString);
        assertTrue(outcome.commits() <= ROUNDS / 5, outcome::toString);
        assertTrue(outcome.deltas() * 2 >= RoundJump.run(ROUNDS).deltas() * 3, outcome::toString);
    }

    /** The exception alone: any seat may leave a round out at any time, but none whose slot is open. */
    @Test
    void leadersAreCommittedWhereOnlyRoundsOfDecidedSlotsAreLeftOut() {
        RoundJump.Outcome outcome = without(ALWAYS);
        assertTrue(outcome.commits() >= ROUNDS * 2 / 5, outcome::toString);
    }
}
