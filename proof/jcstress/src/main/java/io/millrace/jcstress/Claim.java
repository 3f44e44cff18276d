package io.millrace.jcstress;

import io.millrace.concurrent.MessagePassingQueue;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A claim about a queue: concurrent calls of two threads, and the content of the queue when both have ended. A subclass
 * declares the acceptable results. Results are the numbers of elements, one digit each in the order of arrival; 0 means
 * none. The number of an element is in a plain field, so each claim includes publication.
 *
 * <p>The queue has been used before: indexes cross the end of an array, and chunks that were left are reused.
 */
public abstract class Claim {
    /**
     * One element before the end of every chunk whose number of slots is a power of two, and before the end of sixteen
     * rounds in a ring of four.
     */
    private static final int USED_BEFORE = 63;

    final MessagePassingQueue<Element> queue;

    Claim(MessagePassingQueue<Element> queue) {
        this.queue = queue;
        for (int i = 0; i < USED_BEFORE; i++) {
            offer(1);
            queue.poll();
        }
    }

    /** Runs in the first thread. */
    abstract void first(II_Result result);

    /** Runs in the second thread. */
    abstract void second(II_Result result);

    /** Checks the queue when both have ended; does nothing unless overridden. */
    void after(II_Result result) {}

    final void offer(int number) {
        if (!queue.offer(Element.of(number))) {
            throw new IllegalStateException("offer was refused number=" + number + " size=" + queue.size());
        }
    }

    /** Returns the digits of {@code before} followed by that of an element, if there is one. */
    static int with(int before, Element element) {
        return element == null ? before : 10 * before + digit(element);
    }

    /** Returns the number of an element, 9 for one that was not published. */
    static int digit(Element element) {
        return element.number == 0 ? 9 : element.number;
    }

    /** Polls up to {@code most} times. */
    final int polled(int most) {
        int digits = 0;
        for (int i = 0; i < most; i++) {
            digits = with(digits, queue.poll());
        }
        return digits;
    }

    /** Polls until nothing is left; appends 8 if the queue then does not report that it is empty. */
    final int rest() {
        int digits = 0;
        for (Element element = queue.poll(); element != null; element = queue.poll()) {
            digits = with(digits, element);
        }
        return queue.isEmpty() && queue.size() == 0 ? digits : 10 * digits + 8;
    }
}
