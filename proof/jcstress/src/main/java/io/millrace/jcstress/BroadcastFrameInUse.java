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

/** The frame that a reader reads is not overwritten before the reader moves to the next one. */
@JCStressTest
@Description("The ring is full; the producer claims and writes where it can, a reader looks at the oldest frames.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "The frames as they were published.")
@Outcome(expect = FORBIDDEN, desc = "A frame that was overwritten while it was read.")
@State
public class BroadcastFrameInUse {
    private final BroadcastFrames frames = new BroadcastFrames();
    private final BroadcastReader reader = frames.queue.reader();

    public BroadcastFrameInUse() {
        frames.publish(1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Actor
    public void produce() {
        for (int i = 0; i < BroadcastFrames.MOST; i++) {
            if (frames.claim(7)) {
                frames.queue.publish();
            }
        }
    }

    @Actor
    public void read(II_Result result) {
        result.r1 = BroadcastFrames.next(reader);
        result.r2 = BroadcastFrames.next(reader);
    }
}
