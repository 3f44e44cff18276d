package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** An element that the only consumer has seen is still there. */
@Description("isEmpty, peek and poll of the only consumer while another thread offers: 10 stands for not empty.")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Empty all the time.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "There when it was polled.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "There when it was peeked at.")
@Outcome(id = "11, 1", expect = ACCEPTABLE, desc = "There from the beginning.")
@Outcome(expect = FORBIDDEN, desc = "The element has disappeared, or was another one.")
public abstract class PeekThenPoll extends Claim {
    private static final int NOT_EMPTY = 10;

    PeekThenPoll(MessagePassingQueue<Element> queue) {
        super(queue);
    }

    @Override
    void first(II_Result result) {
        offer(1);
        offer(2);
    }

    @Override
    void second(II_Result result) {
        int seen = queue.isEmpty() ? 0 : NOT_EMPTY;
        result.r1 = seen + with(0, queue.peek());
        result.r2 = with(0, queue.poll());
    }
}
