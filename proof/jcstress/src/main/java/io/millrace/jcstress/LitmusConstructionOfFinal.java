package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * An object with final fields is seen whole, even where its reference is passed on by a plain store: chapter 17.5 of
 * the Java Language Specification.
 */
@JCStressTest
@Description("shared = new Whole(1), whose field is final | read shared.value")
@Outcome(id = "-1", expect = ACCEPTABLE, desc = "Not seen.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "Seen whole.")
@Outcome(expect = FORBIDDEN, desc = "Seen, and the final field was not.")
@State
public class LitmusConstructionOfFinal {
    private Whole shared;

    private record Whole(int value) {}

    @Actor
    public void write() {
        shared = new Whole(1);
    }

    @Actor
    public void read(I_Result result) {
        Whole seen = shared;
        result.r1 = seen == null ? -1 : seen.value();
    }
}
