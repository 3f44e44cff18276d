package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** If a consumer throws, only the element that it has received is lost. */
@Description("The receiver of a batch throws at the second element, while the batch is offered.")
@Outcome(id = "0, 123", expect = ACCEPTABLE, desc = "None was drained meanwhile.")
@Outcome(id = "1, 23", expect = ACCEPTABLE, desc = "One was drained meanwhile.")
@Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "The receiver had the second.")
@Outcome(expect = FORBIDDEN, desc = "Another element was lost, or one was duplicated.")
public abstract class ExceptionInDrain extends Claim {
    ExceptionInDrain(MessagePassingQueue<Element> queue) {
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
        try {
            queue.drain(
                    element -> {
                        if (digit(element) == 2) {
                            throw new Thrown();
                        }
                        result.r1 = with(result.r1, element);
                    },
                    3);
        } catch (Thrown expected) {
            return;
        }
    }

    @Override
    void after(II_Result result) {
        result.r2 = rest();
    }
}
