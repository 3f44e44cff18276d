package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** An iterator finds elements in order, including all that stay. */
@Description("Two of three elements are polled, another takes the place of the first, while a thread iterates.")
@Outcome(id = "12, ((12|2|1)?3|34)", expect = ACCEPTABLE, desc = "The elements that stayed, and some that did not.")
@Outcome(expect = FORBIDDEN, desc = "An element that stayed is missing, or the order is wrong.")
public abstract class IteratorAgainstPoll extends Claim {
    IteratorAgainstPoll(MessagePassingQueue<Element> queue) {
        super(queue);
        offer(1);
        offer(2);
        offer(3);
    }

    @Override
    void first(II_Result result) {
        result.r1 = polled(2);
        offer(4);
    }

    @Override
    void second(II_Result result) {
        int digits = 0;
        for (Element element : queue) {
            digits = with(digits, element);
        }
        result.r2 = digits;
    }
}
