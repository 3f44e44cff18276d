package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Independent reads of independent writes: two readers see the volatile stores of two threads in the same order. */
@JCStressTest
@Description("x =V 1 | y =V 1 | x =V ?; y =V ? | y =V ?; x =V ?")
@Outcome(id = "1, 0, 1, 0", expect = FORBIDDEN, desc = "Each reader saw another store first.")
@Outcome(expect = ACCEPTABLE, desc = "One order explains what both saw.")
@State
public class LitmusIriwOfVolatile {
    private final Cell x = new Cell();
    private final Cell y = new Cell();

    @Actor
    public void one() {
        x.setVolatile(1);
    }

    @Actor
    public void two() {
        y.setVolatile(1);
    }

    @Actor
    public void three(IIII_Result result) {
        result.r1 = x.getVolatile();
        result.r2 = y.getVolatile();
    }

    @Actor
    public void four(IIII_Result result) {
        result.r3 = y.getVolatile();
        result.r4 = x.getVolatile();
    }
}
