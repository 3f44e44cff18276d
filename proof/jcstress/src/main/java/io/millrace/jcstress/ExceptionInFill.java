package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** If a supplier throws, the elements that it supplied before are not lost, and no slot stays empty. */
@Description("The supplier of a batch throws at the third element, while a consumer polls; then two more are offered.")
@Outcome(id = "0, 1245", expect = ACCEPTABLE, desc = "None was polled meanwhile.")
@Outcome(id = "1, 245", expect = ACCEPTABLE, desc = "One was polled meanwhile.")
@Outcome(id = "12, 45", expect = ACCEPTABLE, desc = "Both were polled meanwhile.")
@Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled, or the queue is stuck.")
public abstract class ExceptionInFill extends Claim {
    private int supplied;

    ExceptionInFill(MessagePassingQueue<Element> queue) {
        super(queue);
    }

    @Override
    void first(II_Result result) {
        try {
            while (true) {
                queue.fill(this::supply, 4 - supplied);
            }
        } catch (Thrown expected) {
            return;
        }
    }

    private Element supply() {
        if (supplied == 2) {
            throw new Thrown();
        }
        return Element.of(++supplied);
    }

    @Override
    void second(II_Result result) {
        result.r1 = polled(3);
    }

    @Override
    void after(II_Result result) {
        int left = 0;
        for (Element element = queue.peek(); element != null; element = queue.peek()) {
            left = with(left, queue.poll());
        }
        offer(4);
        offer(5);
        int more = rest();
        result.r2 = 100 * left + more;
    }
}
