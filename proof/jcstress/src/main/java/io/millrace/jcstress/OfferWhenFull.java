package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** A slot that a consumer empties is empty when a producer reads it. */
@Description("A thread offers to a full queue while another polls two elements.")
@Outcome(id = "12, 345", expect = ACCEPTABLE, desc = "There was space at the end.")
@Outcome(id = "12, 34", expect = ACCEPTABLE, desc = "The queue was full all the time.")
@Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled, or passed another one.")
public abstract class OfferWhenFull extends Claim {
    private static final int TRIES = 20;

    OfferWhenFull(MessagePassingQueue<Element> queue) {
        super(queue);
        for (int number = 1; number <= 4; number++) {
            offer(number);
        }
    }

    @Override
    void first(II_Result result) {
        Element element = Element.of(5);
        boolean offered = false;
        for (int i = 0; i < TRIES && !offered; i++) {
            offered = queue.offer(element);
        }
    }

    @Override
    void second(II_Result result) {
        result.r1 = polled(2);
    }

    @Override
    void after(II_Result result) {
        result.r2 = rest();
    }
}
