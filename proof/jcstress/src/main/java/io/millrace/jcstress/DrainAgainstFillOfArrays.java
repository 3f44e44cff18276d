package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** Batches of arrays lose no element, publish each element, and wait for space in order. */
@Description("An array of three goes into a queue with room for two, while it is drained into arrays.")
@Outcome(id = "12, 345", expect = ACCEPTABLE, desc = "None of the batch was drained meanwhile.")
@Outcome(id = "123, 45", expect = ACCEPTABLE, desc = "One was drained meanwhile.")
@Outcome(id = "1234, 5", expect = ACCEPTABLE, desc = "Two were drained meanwhile.")
@Outcome(id = "12345, 0", expect = ACCEPTABLE, desc = "All were drained meanwhile.")
@Outcome(expect = FORBIDDEN, desc = "An element was lost, doubled, or passed another one.")
public abstract class DrainAgainstFillOfArrays extends Claim {
    private static final int LENGTH = 3;

    DrainAgainstFillOfArrays(MessagePassingQueue<Element> queue) {
        super(queue);
        offer(1);
        offer(2);
    }

    @Override
    void first(II_Result result) {
        Element[] batch = {Element.of(3), Element.of(4), Element.of(5)};
        int filled = 0;
        while (filled < LENGTH) {
            filled += queue.fill(batch, filled, LENGTH - filled);
            Thread.onSpinWait();
        }
    }

    @Override
    void second(II_Result result) {
        Element[] batch = new Element[LENGTH];
        for (int i = 0; i < 2; i++) {
            int drained = queue.drain(batch, 0, LENGTH);
            for (int j = 0; j < drained; j++) {
                result.r1 = with(result.r1, batch[j]);
            }
        }
    }

    @Override
    void after(II_Result result) {
        result.r2 = rest();
    }
}
