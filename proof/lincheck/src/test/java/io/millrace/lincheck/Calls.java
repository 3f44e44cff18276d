package io.millrace.lincheck;

import io.millrace.concurrent.MessagePassingQueue;
import java.util.Arrays;
import java.util.List;

/** What threads call on one queue; which of them may call it at once is for subclasses to say. */
abstract class Calls {

    private final MessagePassingQueue<Object> queue;

    Calls(MessagePassingQueue<Object> queue, int usedBefore) {
        this.queue = queue;
        for (int i = 0; i < usedBefore; i++) {
            queue.offer(i);
            queue.poll();
        }
    }

    public boolean offer(int element) {
        return queue.offer(element);
    }

    public Integer poll() {
        return (Integer) queue.poll();
    }

    public Integer peek() {
        return (Integer) queue.peek();
    }

    /** Offers an array of numbers from {@code first} on, and returns how many went in. */
    public int fill(int first, int length) {
        Object[] elements = new Object[length];
        Arrays.setAll(elements, i -> first + i);
        return queue.fill(elements, 0, length);
    }

    /** Polls into an array, for one of the lengths that are tried into one that is asked whether it holds elements. */
    public List<Object> drain(int length) {
        Object[] target = length == 3 ? new Integer[length] : new Object[length];
        return List.of(Arrays.copyOf(target, queue.drain(target, 0, length)));
    }
}
