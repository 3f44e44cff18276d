package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** No observer of a queue of arrays finds a size that the queue never had. */
@Description("A thread keeps one or two elements in the queue, another asks for the size.")
@Outcome(id = "[12], [12]", expect = ACCEPTABLE, desc = "As many as there were at some moment.")
@Outcome(expect = FORBIDDEN, desc = "A size that the queue never had.")
public abstract class SizeBounds extends Claim {
    SizeBounds(MessagePassingQueue<Element> queue) {
        super(queue);
        offer(1);
    }

    @Override
    void first(II_Result result) {
        offer(2);
        queue.poll();
        offer(3);
        queue.poll();
        offer(4);
        queue.poll();
    }

    @Override
    void second(II_Result result) {
        result.r1 = queue.size();
        result.r2 = queue.size();
    }
}
