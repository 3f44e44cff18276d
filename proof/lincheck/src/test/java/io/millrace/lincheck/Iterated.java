package io.millrace.lincheck;

import static io.millrace.concurrent.Multiplicity.ONE;

import io.millrace.concurrent.MessagePassingQueue;
import io.millrace.concurrent.Queues;
import java.util.Arrays;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * An iterator finds elements in order while each emptied slot is refilled at once: the queue is full at the start, and
 * has as many slots as elements. Elements are numbered, and are removed in three ways.
 */
public final class Iterated {

    static final int CAPACITY = 4;

    private final MessagePassingQueue<Integer> queue =
            Queues.producers(ONE).consumers(ONE).array(CAPACITY);

    private int offered;

    public Iterated() {
        for (int i = 0; i < CAPACITY; i++) {
            offer();
        }
    }

    @Operation(nonParallelGroup = "producer")
    public boolean offer() {
        return queue.offer(offered + 1) && ++offered > 0;
    }

    @Operation(nonParallelGroup = "consumer")
    public Integer poll() {
        return queue.poll();
    }

    @Operation(nonParallelGroup = "consumer")
    public List<Integer> drain(@Param(gen = IntGen.class, conf = "2:3") int length) {
        Integer[] target = new Integer[length];
        return List.of(Arrays.copyOf(target, queue.drain(target, 0, length)));
    }

    @Operation(nonParallelGroup = "consumer")
    public Integer drainToConsumer() {
        Integer[] target = new Integer[1];
        queue.drain(element -> target[0] = element, 1);
        return target[0];
    }

    @Operation
    public boolean isInOrder() {
        int before = 0;
        for (int element : queue) {
            if (element <= before) {
                return false;
            }
            before = element;
        }
        return true;
    }
}
