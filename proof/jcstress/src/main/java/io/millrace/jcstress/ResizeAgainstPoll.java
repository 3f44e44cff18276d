package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** A consumer that follows a producer into the next chunk loses no element. */
@Description("More elements than a chunk has slots are offered and polled at once.")
@Outcome(id = "0, 123", expect = ACCEPTABLE, desc = "None was polled meanwhile.")
@Outcome(id = "1, 23", expect = ACCEPTABLE, desc = "One was polled meanwhile.")
@Outcome(id = "12, 3", expect = ACCEPTABLE, desc = "Two were polled meanwhile.")
@Outcome(id = "123, 0", expect = ACCEPTABLE, desc = "All were polled meanwhile.")
@Outcome(expect = FORBIDDEN, desc = "An element was lost, doubled, or passed another one.")
public abstract class ResizeAgainstPoll extends Claim {
    ResizeAgainstPoll(MessagePassingQueue<Element> queue) {
        super(queue);
    }

    @Override
    void first(II_Result result) {
        offer(1);
        offer(2);
        offer(3);
    }

    @Override
    void second(II_Result result) {
        result.r1 = polled(3);
    }

    @Override
    void after(II_Result result) {
        result.r2 = rest();
    }
}
