package io.millrace.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** An iterator does not find a newer element in a refilled slot before an older one. */
@Description("Three elements of a full queue are taken out in three ways; a producer puts others in and iterates.")
@Outcome(id = "123, 1?2?3?456?7?", expect = ACCEPTABLE, desc = "The elements that were there, from the oldest on.")
@Outcome(id = "123, 1?2?3?4", expect = ACCEPTABLE, desc = "The queue was full all the time.")
@Outcome(expect = FORBIDDEN, desc = "An element came before an older one, or one that stayed is missing.")
public abstract class IteratorAfterOffer extends Claim {
    private static final int TRIES = 20;

    IteratorAfterOffer(MessagePassingQueue<Element> queue) {
        super(queue);
        for (int number = 1; number <= 4; number++) {
            offer(number);
        }
    }

    /** Stores the first iteration that is not in order, or the last one. */
    @Override
    void first(II_Result result) {
        int number = 5;
        for (int i = 0; i < TRIES && number <= 7; i++) {
            if (queue.offer(Element.of(number))) {
                number++;
                result.r2 = digits();
                if (!isAscending(result.r2)) {
                    return;
                }
            }
        }
        if (number == 5) {
            result.r2 = digits();
        }
    }

    private int digits() {
        int digits = 0;
        for (Element element : queue) {
            digits = with(digits, element);
        }
        return digits;
    }

    private static boolean isAscending(int digits) {
        return digits < 10 || (digits % 10 > digits / 10 % 10 && isAscending(digits / 10));
    }

    @Override
    void second(II_Result result) {
        Element[] taken = {queue.poll(), null, null};
        while (queue.drain(taken, 1, 1) == 0) {
            Thread.onSpinWait();
        }
        while (queue.drain(element -> taken[2] = element, 1) == 0) {
            Thread.onSpinWait();
        }
        for (Element element : taken) {
            result.r1 = with(result.r1, element);
        }
    }
}
