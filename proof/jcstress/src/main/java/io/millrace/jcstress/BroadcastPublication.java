package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.BroadcastReader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Readers see either all frames that were published together, completely written, or none. */
@JCStressTest
@Description("Two frames are claimed and written, and published together; a reader looks twice.")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Nothing was published yet.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The first look was too early.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Both frames.")
@Outcome(expect = FORBIDDEN, desc = "A frame without the other, or not as it was written.")
@State
public class BroadcastPublication {
    private final BroadcastFrames frames = new BroadcastFrames();
    private final BroadcastReader reader = frames.queue.reader();

    @Actor
    public void produce() {
        frames.publish(1, 2);
    }

    @Actor
    public void read(II_Result result) {
        result.r1 = BroadcastFrames.next(reader);
        result.r2 = BroadcastFrames.next(reader);
    }
}
