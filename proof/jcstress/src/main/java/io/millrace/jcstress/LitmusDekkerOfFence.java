package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A full fence between the release store and the read has the effect of volatile accesses. */
@JCStressTest
@Description("x =R 1; fence; y =A ? | y =R 1; fence; x =A ?")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "One saw the other's store.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "One saw the other's store.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both did.")
@Outcome(expect = FORBIDDEN, desc = "None did.")
@State
public class LitmusDekkerOfFence {
    private final Cell x = new Cell();
    private final Cell y = new Cell();

    @Actor
    public void one(II_Result result) {
        x.release(1);
        VarHandle.fullFence();
        result.r1 = y.acquire();
    }

    @Actor
    public void two(II_Result result) {
        y.release(1);
        VarHandle.fullFence();
        result.r2 = x.acquire();
    }
}
