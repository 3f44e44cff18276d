package io.millrace.benchmarks;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.YieldingWaitStrategy;
import java.util.AbstractQueue;
import java.util.Iterator;

/**
 * A ring of slots that one consumer polls. The consumer reads the producers' cursor only when it has reached the last
 * known one.
 */
final class DisruptorQueue extends AbstractQueue<Integer> {

    /** The number of publishing threads. */
    enum Producers {
        ONE,
        MANY
    }

    private static final class Slot {
        private Integer element;
    }

    private final RingBuffer<Slot> ring;
    private final Sequence consumed = new Sequence();
    private long next;
    private long available = -1;

    DisruptorQueue(Producers producers) {
        ring = producers == Producers.ONE
                ? RingBuffer.createSingleProducer(Slot::new, QueueSet.CAPACITY, new YieldingWaitStrategy())
                : RingBuffer.createMultiProducer(Slot::new, QueueSet.CAPACITY, new YieldingWaitStrategy());
        ring.addGatingSequences(consumed);
        next = consumed.get() + 1;
    }

    @Override
    public boolean offer(Integer element) {
        try {
            long sequence = ring.tryNext();
            ring.get(sequence).element = element;
            ring.publish(sequence);
            return true;
        } catch (InsufficientCapacityException e) {
            return false;
        }
    }

    @Override
    public Integer poll() {
        if (next > available) {
            long claimed = ring.getCursor();
            if (claimed < next || !ring.isAvailable(next)) {
                return null;
            }
            available = next;
            while (available < claimed && ring.isAvailable(available + 1)) {
                available++;
            }
        }
        Integer element = ring.get(next).element;
        consumed.set(next);
        next++;
        return element;
    }

    @Override
    public Integer peek() {
        throw new UnsupportedOperationException("not part of the comparison");
    }

    @Override
    public Iterator<Integer> iterator() {
        throw new UnsupportedOperationException("not part of the comparison");
    }

    @Override
    public int size() {
        return (int) (ring.getCursor() - consumed.get());
    }
}
