package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.BroadcastReader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A reader that stops keeps its frame, even if another one reads further. */
@JCStressTest
@Description(
        "The ring is full; one of two readers continues, the producer claims where it can; then the other one reads.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "No space, and the oldest frame.")
@Outcome(expect = FORBIDDEN, desc = "Space that a reader still needs.")
@State
public class BroadcastSlowestReader {
    private final BroadcastFrames frames = new BroadcastFrames();
    private final BroadcastReader quick = frames.queue.reader();
    private final BroadcastReader slow = frames.queue.reader();

    public BroadcastSlowestReader() {
        frames.publish(1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Actor
    public void produce(II_Result result) {
        result.r1 = frames.claim(9) ? 1 : 0;
    }

    @Actor
    public void readQuickly() {
        for (int i = 0; i < BroadcastFrames.MOST; i++) {
            BroadcastFrames.next(quick);
        }
    }

    @Arbiter
    public void readSlowly(II_Result result) {
        result.r2 = BroadcastFrames.next(slow);
    }
}
