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

/** A reader that closes no longer blocks the producer, but another one still does. */
@JCStressTest
@Description("The ring is full; one of two readers closes, and the producer claims. The other one has passed a frame.")
@Outcome(id = "[01], 1", expect = ACCEPTABLE, desc = "Space for one frame, at the latest when both have ended.")
@Outcome(expect = FORBIDDEN, desc = "No space after a reader has closed, or too much of it.")
@State
public class BroadcastReaderLeaves {
    private final BroadcastFrames frames = new BroadcastFrames();
    private final BroadcastReader leaving = frames.queue.reader();
    private final BroadcastReader staying = frames.queue.reader();

    public BroadcastReaderLeaves() {
        frames.publish(1, 2, 3, 4, 5, 6, 7, 8);
        staying.next();
        staying.next();
    }

    @Actor
    public void close() {
        leaving.close();
    }

    @Actor
    public void produce(II_Result result) {
        result.r1 = frames.claim(7) ? 1 : 0;
    }

    @Arbiter
    public void claimAll(II_Result result) {
        result.r2 = result.r1;
        for (int i = 0; i < BroadcastFrames.MOST; i++) {
            result.r2 += frames.claim(8) ? 1 : 0;
        }
    }
}
