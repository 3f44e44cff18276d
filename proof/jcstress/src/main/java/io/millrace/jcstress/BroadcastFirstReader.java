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

/** Frames are kept for the first reader, which sees all of them from the oldest on. */
@JCStressTest
@Description("The producer publishes frames while the first reader is created, which then reads twice.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "From the oldest on.")
@Outcome(expect = FORBIDDEN, desc = "A frame that was not kept for the first reader.")
@State
public class BroadcastFirstReader {
    private final BroadcastFrames frames = new BroadcastFrames();

    public BroadcastFirstReader() {
        frames.publish(1, 2);
    }

    @Actor
    public void produce() {
        for (int i = 0; i < BroadcastFrames.MOST; i++) {
            if (frames.claim(3)) {
                frames.queue.publish();
            }
        }
    }

    @Actor
    public void read(II_Result result) {
        BroadcastReader reader = frames.queue.reader();
        result.r1 = BroadcastFrames.next(reader);
        result.r2 = BroadcastFrames.next(reader);
    }
}
