package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** Producers do not lose each other's elements, and each keeps its order. */
@Description("Two threads offer two elements each; the queue is full after them if it can be.")
@Outcome(
        id = {"1234, 0", "1324, 0", "1342, 0", "3124, 0", "3142, 0", "3412, 0"},
        expect = ACCEPTABLE,
        desc = "All elements, those of each thread in its order.")
@Outcome(expect = FORBIDDEN, desc = "An element was lost, duplicated, or overtook another one of its thread.")
public abstract class ConcurrentOffers extends Claim {
    ConcurrentOffers(MessagePassingQueue<Element> queue) {
        super(queue);
    }

    @Override
    void first(II_Result result) {
        offer(1);
        offer(2);
    }

    @Override
    void second(II_Result result) {
        offer(3);
        offer(4);
    }

    @Override
    void after(II_Result result) {
        boolean full = queue.capacity() == MessagePassingQueue.UNBOUNDED || !queue.offer(Element.of(5));
        result.r1 = rest();
        result.r2 = full ? 0 : 1;
    }
}
