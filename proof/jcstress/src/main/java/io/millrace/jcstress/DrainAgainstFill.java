package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** Batches lose no element. */
@Description("A batch is filled in while another is drained.")
@Outcome(id = "0, 123", expect = ACCEPTABLE, desc = "None was drained meanwhile.")
@Outcome(id = "1, 23", expect = ACCEPTABLE, desc = "One was drained meanwhile.")
@Outcome(id = "12, 3", expect = ACCEPTABLE, desc = "Two were drained meanwhile.")
@Outcome(id = "123, 0", expect = ACCEPTABLE, desc = "All were drained meanwhile.")
@Outcome(expect = FORBIDDEN, desc = "An element was lost, doubled, or passed another one.")
public abstract class DrainAgainstFill extends Claim {
    private int supplied;

    DrainAgainstFill(MessagePassingQueue<Element> queue) {
        super(queue);
    }

    @Override
    void first(II_Result result) {
        while (supplied < 3) {
            queue.fill(() -> Element.of(++supplied), 3 - supplied);
        }
    }

    @Override
    void second(II_Result result) {
        for (int i = 0; i < 2; i++) {
            queue.drain(element -> result.r1 = with(result.r1, element), 2);
        }
    }

    @Override
    void after(II_Result result) {
        result.r2 = rest();
    }
}
