package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** If two threads each make a release store and then read the other's variable, both may see nothing. */
@JCStressTest
@Description("x =R 1; y =A ? | y =R 1; x =A ?")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "One saw the other's store.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "One saw the other's store.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both did.")
@Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "None did: a release store does not wait.")
@State
public class LitmusDekkerOfRelease {
    private final Cell x = new Cell();
    private final Cell y = new Cell();

    @Actor
    public void one(II_Result result) {
        x.release(1);
        result.r1 = y.acquire();
    }

    @Actor
    public void two(II_Result result) {
        y.release(1);
        result.r2 = x.acquire();
    }
}
