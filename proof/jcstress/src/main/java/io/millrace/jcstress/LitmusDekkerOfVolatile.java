package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * If two threads each make a volatile store and then read the other's variable, at least one sees the other's store.
 */
@JCStressTest
@Description("x =V 1; y =V ? | y =V 1; x =V ?")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "One saw the other's store.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "One saw the other's store.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both did.")
@Outcome(expect = FORBIDDEN, desc = "None did.")
@State
public class LitmusDekkerOfVolatile {
    private final Cell x = new Cell();
    private final Cell y = new Cell();

    @Actor
    public void one(II_Result result) {
        x.setVolatile(1);
        result.r1 = y.getVolatile();
    }

    @Actor
    public void two(II_Result result) {
        y.setVolatile(1);
        result.r2 = x.getVolatile();
    }
}
