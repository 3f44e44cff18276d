package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** Each element goes to one consumer, and each consumer gets its own in order. */
@Description("Two threads poll two times each from a queue of three elements.")
@Outcome(
        id = {"1, 23", "2, 13", "3, 12", "23, 1", "13, 2", "12, 3"},
        expect = ACCEPTABLE,
        desc = "Each element went to one of the two.")
@Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled, or passed another one.")
public abstract class ConcurrentPolls extends Claim {
    ConcurrentPolls(MessagePassingQueue<Element> queue) {
        super(queue);
        offer(1);
        offer(2);
        offer(3);
    }

    @Override
    void first(II_Result result) {
        result.r1 = polled(2);
    }

    @Override
    void second(II_Result result) {
        result.r2 = polled(2);
    }
}
