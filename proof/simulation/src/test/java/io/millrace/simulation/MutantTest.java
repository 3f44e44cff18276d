package io.millrace.simulation;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rules of the ledger that are broken are found by its simulation. */
@Tag("proof")
class MutantTest {

    private static final int MUTANTS = Integer.getInteger("millrace.ledger.mutants", Mutant.FEW);
    private static final int SEEDS = 400;

    @Test
    void eachBrokenRuleIsFound() {
        MutantSearch search = new MutantSearch(SEEDS);
        List<Mutant> survived = new ArrayList<>();
        for (Mutant mutant :
                Mutant.all().subList(0, Math.min(MUTANTS, Mutant.all().size()))) {
            if (search.find(mutant, 1).isEmpty()) {
                survived.add(mutant);
            }
        }
        assertTrue(survived.isEmpty(), () -> "survived=" + survived);
        assertTrue(Mutant.all().size() >= 15);
    }

    @Test
    void aRuleOfNoMethodIsAnError() {
        Mutant mutant = new Mutant("none", "Seat", "nothing", null);
        assertThrows(IllegalStateException.class, () -> new MutantSearch(1).find(mutant, 1));
    }
}
