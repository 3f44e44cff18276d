package io.millrace.lincheck;

import io.millrace.concurrent.MessagePassingQueue;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/**
 * The calls of threads on one queue; subclasses define which of them may run at the same time.
 *
 * <p>If a side of a bounded queue has one thread, a fence follows each call. Without it, such a queue may refuse an
 * offer although a poll at the same time finds nothing; its documentation allows this, and real processors do it.
 */
abstract class Calls {

    private final MessagePassingQueue<Object> queue;
    private final boolean isFenced;

    Calls(MessagePassingQueue<Object> queue, int usedBefore) {
        this.queue = queue;
        this.isFenced =
                queue.capacity() != MessagePassingQueue.UNBOUNDED && !(this instanceof QueueLinearizabilityTest.Mpmc);
        for (int i = 0; i < usedBefore; i++) {
            queue.offer(i);
            queue.poll();
        }
    }

    public boolean offer(int element) {
        return fenced(queue.offer(element));
    }

    public Integer poll() {
        return (Integer) fenced(queue.poll());
    }

    public Integer peek() {
        return (Integer) fenced(queue.peek());
    }

    /** Offers an array of numbers from {@code first} on, and returns how many were accepted. */
    public int fill(int first, int length) {
        Object[] elements = new Object[length];
        Arrays.setAll(elements, i -> first + i);
        return fenced(queue.fill(elements, 0, length));
    }

    /** Polls into an array; for one of the lengths, the queue is asked first whether it has elements. */
    public List<Object> drain(int length) {
        Object[] target = length == 3 ? new Integer[length] : new Object[length];
        return List.of(Arrays.copyOf(target, fenced(queue.drain(target, 0, length))));
    }

    private <T> T fenced(T result) {
        if (isFenced) {
            VarHandle.fullFence();
        }
        return result;
    }
}
