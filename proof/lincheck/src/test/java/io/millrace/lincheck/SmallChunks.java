package io.millrace.lincheck;

import io.millrace.concurrent.MessagePassingQueue;
import io.millrace.concurrent.Multiplicity;
import io.millrace.concurrent.QueueBuilder;
import io.millrace.concurrent.Queues;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Creates queues that behave as with large chunks, but have chunks of one slot, so that each element is at the end of a
 * chunk.
 */
final class SmallChunks {
    private SmallChunks() {}

    /** Creates an array queue in a ring of several chunks. */
    static MessagePassingQueue<Object> ring(Multiplicity producers, Multiplicity consumers, int capacity) {
        return made(Queues.producers(producers).consumers(consumers), "ring", capacity, 1);
    }

    /** Creates an unbounded queue of one consumer that continues in the chunk that was left last. */
    static MessagePassingQueue<Object> hot(Multiplicity producers) {
        return made(Queues.producers(producers).consumers(Multiplicity.ONE), "hot", 1);
    }

    @SuppressWarnings("unchecked")
    private static MessagePassingQueue<Object> made(QueueBuilder builder, String name, Object... sizes) {
        try {
            Class<?>[] types = new Class<?>[sizes.length];
            Arrays.fill(types, int.class);
            Method method = QueueBuilder.class.getDeclaredMethod(name, types);
            method.setAccessible(true);
            return (MessagePassingQueue<Object>) method.invoke(builder, sizes);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("queues cannot be made with small chunks", e);
        }
    }
}
