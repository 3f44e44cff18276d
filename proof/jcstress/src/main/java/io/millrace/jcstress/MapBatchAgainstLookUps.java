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

/** Look-ups without a lock see a batch as a whole, or not yet. */
@JCStressTest
@Description("A batch puts two keys; look-ups of the one and then of the other run beside it.")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Nothing was put yet.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The first look-up was too early.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both keys.")
@Outcome(expect = FORBIDDEN, desc = "One key of a batch without the other.")
@State
public class MapBatchAgainstLookUps {
    private final long key = MapOfKeys.key();

    @Actor
    public void change() {
        MapOfKeys.map().batch().put(key, 1).put(key + 1, 1).commit();
    }

    @Actor
    public void read(II_Result result) {
        result.r1 = MapOfKeys.get(key + 1);
        result.r2 = MapOfKeys.get(key);
    }

    @Arbiter
    public void end(II_Result result) {
        MapOfKeys.map().batch().remove(key).remove(key + 1).commit();
    }
}
