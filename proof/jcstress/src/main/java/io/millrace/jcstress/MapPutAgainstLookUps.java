package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Look-ups without a lock find a key while its value is replaced and the table of the index grows and is reused. */
@JCStressTest
@Description("The value of a key is replaced, and another key is put and removed; two look-ups run beside it.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The earlier value.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Replaced in between.")
@Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "The later value.")
@Outcome(expect = FORBIDDEN, desc = "No value, or the earlier one after the later one.")
@State
public class MapPutAgainstLookUps {
    private final long key = put();

    private static long put() {
        long made = MapOfKeys.key();
        MapOfKeys.map().put(made, 1);
        return made;
    }

    @Actor
    public void change() {
        MapOfKeys.map().put(key + 1, 1);
        MapOfKeys.map().put(key, 2);
        MapOfKeys.map().remove(key + 1);
    }

    @Actor
    public void read(II_Result result) {
        result.r1 = MapOfKeys.get(key);
        result.r2 = MapOfKeys.get(key);
    }

    @Arbiter
    public void end(II_Result result) {
        MapOfKeys.map().remove(key);
    }
}
