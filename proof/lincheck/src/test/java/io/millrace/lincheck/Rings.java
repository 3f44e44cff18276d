package io.millrace.lincheck;

import io.millrace.concurrent.MessagePassingQueue;
import io.millrace.concurrent.Multiplicity;
import io.millrace.concurrent.QueueBuilder;
import io.millrace.concurrent.Queues;
import java.lang.reflect.Method;

/** Array queues as they are where the capacity is large, rings of several chunks, in a size that a search crosses. */
final class Rings {
    private Rings() {}

    /** Makes a queue whose chunks have one slot, so that each element is at the end of one. */
    @SuppressWarnings("unchecked")
    static MessagePassingQueue<Object> of(Multiplicity producers, Multiplicity consumers, int capacity) {
        try {
            Method ring = QueueBuilder.class.getDeclaredMethod("ring", int.class, int.class);
            ring.setAccessible(true);
            return (MessagePassingQueue<Object>)
                    ring.invoke(Queues.producers(producers).consumers(consumers), capacity, 1);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("array queues cannot be made with small chunks", e);
        }
    }
}
