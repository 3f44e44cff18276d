package io.millrace.jcstress;

import io.millrace.concurrent.BroadcastQueue;
import io.millrace.concurrent.BroadcastReader;
import io.millrace.concurrent.OwnerCheck;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A broadcast queue of eight frames, each with a number in its first and its last bytes. */
final class BroadcastFrames {
    static final int MOST = 8;

    private static final int NOTHING = 0;
    private static final int TORN = 9;

    final BroadcastQueue queue = new BroadcastQueue(BroadcastQueue.MIN_CAPACITY_BYTES, OwnerCheck.OFF);

    /** Claims a frame and writes it; returns whether there was room. */
    boolean claim(int number) {
        int length = queue.maxLength();
        long at = queue.claim(length);
        if (at == BroadcastQueue.FULL) {
            return false;
        }
        queue.memory().set(ValueLayout.JAVA_INT, at, number);
        queue.memory().set(ValueLayout.JAVA_INT, lastOf(at, length), number);
        return true;
    }

    /** Claims and publishes frames with these numbers, for which there must be room. */
    void publish(int... numbers) {
        for (int number : numbers) {
            if (!claim(number)) {
                throw new IllegalStateException("claim was refused number=" + number);
            }
        }
        queue.publish();
    }

    /** Returns the number of the next frame; 0 if there is none, {@value #TORN} if it is torn or not written. */
    static int next(BroadcastReader reader) {
        if (!reader.next()) {
            return NOTHING;
        }
        MemorySegment memory = reader.memory();
        int first = memory.get(ValueLayout.JAVA_INT, reader.offset());
        int last = memory.get(ValueLayout.JAVA_INT, lastOf(reader.offset(), reader.length()));
        return first == last && first != NOTHING ? first : TORN;
    }

    private static long lastOf(long at, int length) {
        return at + length - Integer.BYTES;
    }
}
