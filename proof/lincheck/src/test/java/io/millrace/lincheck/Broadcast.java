package io.millrace.lincheck;

import io.millrace.concurrent.BroadcastQueue;
import io.millrace.concurrent.BroadcastReader;
import io.millrace.concurrent.OwnerCheck;
import java.lang.foreign.ValueLayout;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * A broadcast queue with two readers is linearizable: each reader finds all frames in order, and a claim is refused
 * exactly if the slower reader lags by a whole ring. At the start, six of the eight frames of the ring are used.
 */
public final class Broadcast {

    static final int FRAMES = 8;
    static final int USED_BEFORE = 6;

    private final BroadcastQueue queue = new BroadcastQueue(BroadcastQueue.MIN_CAPACITY_BYTES, OwnerCheck.OFF);
    private final BroadcastReader first = queue.reader();
    private final BroadcastReader second = queue.reader();

    public Broadcast() {
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
}
