package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * Independent reads of independent writes: two readers may see the release stores of two threads in different orders.
 */
@JCStressTest
@Description("x =R 1 | y =R 1 | x =A ?; y =A ? | y =A ?; x =A ?")
@Outcome(id = "1, 0, 1, 0", expect = ACCEPTABLE_INTERESTING, desc = "Each reader saw another store first.")
@Outcome(expect = ACCEPTABLE, desc = "One order explains what both saw.")
@State
public class LitmusIriwOfRelease {
    private final Cell x = new Cell();
    private final Cell y = new Cell();

    @Actor
    public void one() {
        x.release(1);
    }

    @Actor
    public void two() {
        y.release(1);
    }

    @Actor
    public void three(IIII_Result result) {
        result.r1 = x.acquire();
        result.r2 = y.acquire();
    }

    @Actor
    public void four(IIII_Result result) {
        result.r3 = y.acquire();
        result.r4 = x.acquire();
    }
}
