package io.millrace.benchmarks;

import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * A queue whose polls may find nothing while a producer has claimed a slot and not filled it yet, like all polls of
 * Agrona's queues for many producers. {@link #peek} is that of the queue.
 */
final class RelaxedPolls extends AbstractQueue<Integer> {
    private final Queue<Integer> queue;
    private final Supplier<Integer> relaxedPoll;

    RelaxedPolls(Queue<Integer> queue, Supplier<Integer> relaxedPoll) {
        this.queue = queue;
        this.relaxedPoll = relaxedPoll;
    }

    @Override
    public boolean offer(Integer element) {
        return queue.offer(element);
    }

    @Override
    public Integer poll() {
        return relaxedPoll.get();
    }

    @Override
    public Integer peek() {
        return queue.peek();
    }

    @Override
    public Iterator<Integer> iterator() {
        return queue.iterator();
    }

    @Override
    public int size() {
        return queue.size();
    }
}
