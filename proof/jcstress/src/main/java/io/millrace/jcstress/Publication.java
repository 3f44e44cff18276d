package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** An element is seen in the state in which it was offered. */
@Description("A plain field of an element is written before the offer and read after the poll.")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The queue was empty.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The element and what was written before it was offered.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Both elements.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The first poll was too early, the second got the first element.")
@Outcome(expect = FORBIDDEN, desc = "An element without what was written before it was offered.")
public abstract class Publication extends Claim {
    Publication(MessagePassingQueue<Element> queue) {
        super(queue);
    }

    @Override
    void first(II_Result result) {
        offer(1);
        offer(2);
    }

    @Override
    void second(II_Result result) {
        result.r1 = with(0, queue.poll());
        result.r2 = with(0, queue.poll());
    }
}
