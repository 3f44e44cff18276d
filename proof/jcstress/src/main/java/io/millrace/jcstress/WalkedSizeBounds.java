package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The size of a linked queue is counted by walking its elements; the count may miss elements that are removed
 * meanwhile, but counts none twice.
 */
@Description("A thread keeps one or two elements in the queue, another asks for the size.")
@Outcome(id = "[012], [012]", expect = ACCEPTABLE, desc = "At most as many as there were.")
@Outcome(expect = FORBIDDEN, desc = "More than there ever were.")
public abstract class WalkedSizeBounds extends Claim {
    WalkedSizeBounds(MessagePassingQueue<Element> queue) {
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
