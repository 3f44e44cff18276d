package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** An object without final fields, passed on by a plain store, may be seen before its constructor has stored them. */
@JCStressTest
@Description("shared = new Part(1), whose field is not final | read shared.value")
@Outcome(id = "-1", expect = ACCEPTABLE, desc = "Not seen.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "Seen whole.")
@Outcome(id = "0", expect = ACCEPTABLE_INTERESTING, desc = "Seen before it was constructed.")
@Outcome(expect = FORBIDDEN, desc = "No store has this value.")
@State
public class LitmusConstructionOfPlain {
    private Part shared;

    private static final class Part {
        private int value;

        private Part(int value) {
            this.value = value;
        }
    }

    @Actor
    public void write() {
        shared = new Part(1);
    }

    @Actor
    public void read(I_Result result) {
        Part seen = shared;
        result.r1 = seen == null ? -1 : seen.value;
    }
}
