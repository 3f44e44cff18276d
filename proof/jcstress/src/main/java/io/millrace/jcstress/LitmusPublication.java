package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A reader that sees a release store by an acquire load sees everything that was written before. */
@JCStressTest
@Description("data = 1; ready =R 1 | ready =A ?; read data")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Not ready.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Not ready, and the store was seen early.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Ready and published.")
@Outcome(expect = FORBIDDEN, desc = "Ready, and the data was not seen.")
@State
public class LitmusPublication {
    private int data;
    private final Cell ready = new Cell();

    @Actor
    public void write() {
        data = 1;
        ready.release(1);
    }

    @Actor
    public void read(II_Result result) {
        result.r1 = ready.acquire();
        result.r2 = data;
    }
}
