package io.millrace.lincheck;

import io.millrace.concurrent.BroadcastQueue;
import io.millrace.concurrent.BroadcastReader;
import java.lang.foreign.ValueLayout;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Frames of a broadcast queue and its two readers are linearizable: each reader finds all frames in order, and the
 * producer is refused exactly where the slower one is a ring behind. The ring starts with six of its eight frames used.
 *
 * <p>Its memory is off the heap, where the model checker sees calls and not single accesses; the stress run uses the
 * real machine, and so is a part of the quick run too.
 */
public final class BroadcastLinearizabilityTest {

    static final int FRAMES = 8;
    static final int USED_BEFORE = 6;

    private static final boolean FULL =
            System.getProperty("millrace.lincheck.effort", "quick").equals("full");

    private final BroadcastQueue queue = new BroadcastQueue(BroadcastQueue.MIN_CAPACITY_BYTES);
    private final BroadcastReader first = queue.reader();
    private final BroadcastReader second = queue.reader();

    public BroadcastLinearizabilityTest() {
        for (int i = 1; i <= USED_BEFORE; i++) {
            offer(i);
        }
    }

    @Operation(nonParallelGroup = "producer")
    public boolean offer(@Param(gen = IntGen.class, conf = "1:5") int number) {
        long at = queue.claim(queue.maxLength());
        if (at == BroadcastQueue.FULL) {
            return false;
        }
        queue.memory().set(ValueLayout.JAVA_INT, at, number);
        queue.publish();
        return true;
    }

    @Operation(nonParallelGroup = "first reader")
    public Integer nextOfFirst() {
        return next(first);
    }

    @Operation(nonParallelGroup = "second reader")
    public Integer nextOfSecond() {
        return next(second);
    }

    private static Integer next(BroadcastReader reader) {
        return reader.next() ? reader.memory().get(ValueLayout.JAVA_INT, reader.offset()) : null;
    }

    @Test
    void everyInterleavingTriedIsLinearizable() {
        new ModelCheckingOptions()
                .iterations(FULL ? 100 : 3)
                .invocationsPerIteration(FULL ? 10_000 : 100)
                .threads(FULL ? 3 : 2)
                .actorsPerThread(3)
                .actorsBefore(3)
                .actorsAfter(3)
                .sequentialSpecification(BroadcastSpecification.class)
                .check(BroadcastLinearizabilityTest.class);
    }

    @Test
    void everyRunOnTheRealMachineIsLinearizable() {
        new StressOptions()
                .iterations(FULL ? 100 : 3)
                .invocationsPerIteration(FULL ? 10_000 : 200)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(3)
                .actorsAfter(3)
                .sequentialSpecification(BroadcastSpecification.class)
                .check(BroadcastLinearizabilityTest.class);
    }
}
