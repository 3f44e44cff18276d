package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Release stores of one thread are seen in their order. */
@JCStressTest
@Description("x =R 1; y =R 1 | y =A ?; x =A ?")
@Outcome(id = "0, [01]", expect = ACCEPTABLE, desc = "The second was not seen.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both were seen.")
@Outcome(expect = FORBIDDEN, desc = "The second was seen before the first.")
@State
public class LitmusTwoStores {
    private final Cell x = new Cell();
    private final Cell y = new Cell();

    @Actor
    public void write() {
        x.release(1);
        y.release(1);
    }

    @Actor
    public void read(II_Result result) {
        result.r1 = y.acquire();
        result.r2 = x.acquire();
    }
}
