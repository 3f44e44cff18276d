package io.millrace.concurrent;

import static io.millrace.concurrent.Multiplicity.MANY;
import static io.millrace.concurrent.Multiplicity.ONE;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** One of the twenty classes, with a size at which its content soon needs more than one chunk. */
record QueueKind(String name, Multiplicity producers, Multiplicity consumers, int capacity, Factory factory) {

    /** Creates a queue of {@code Long}s. */
    interface Factory {
        MessagePassingQueue<Long> make();
    }

    static final int CAPACITY = 37;

    MessagePassingQueue<Long> make() {
        return factory.make();
    }

    boolean isBounded() {
        return capacity != MessagePassingQueue.UNBOUNDED;
    }

    static Stream<QueueKind> all() {
        List<QueueKind> kinds = new ArrayList<>();
        for (Multiplicity producers : Multiplicity.values()) {
            for (Multiplicity consumers : Multiplicity.values()) {
                kinds.add(of(producers, consumers, CAPACITY, b -> b.array(CAPACITY)));
                kinds.add(of(producers, consumers, CAPACITY, b -> b.chunked(4, CAPACITY)));
                kinds.add(of(producers, consumers, CAPACITY, b -> b.growable(2, CAPACITY)));
                kinds.add(of(producers, consumers, MessagePassingQueue.UNBOUNDED, b -> b.unbounded(4)));
                kinds.add(of(producers, consumers, MessagePassingQueue.UNBOUNDED, QueueBuilder::linked));
            }
        }
        return kinds.stream();
    }

    static Stream<QueueKind> ofArrays() {
        return all().filter(kind -> kind.make() instanceof LinkedArrayQueue);
    }

    static Stream<QueueKind> withOneConsumer() {
        return all().filter(kind -> kind.consumers() == ONE);
    }

    static Stream<QueueKind> withManyProducers() {
        return all().filter(kind -> kind.producers() == MANY);
    }

    private static QueueKind of(
            Multiplicity producers,
            Multiplicity consumers,
            int capacity,
            Function<QueueBuilder, MessagePassingQueue<Long>> choice) {
        Factory factory = () -> choice.apply(Queues.producers(producers).consumers(consumers));
        return new QueueKind(factory.make().getClass().getSimpleName(), producers, consumers, capacity, factory);
    }

    @Override
    public String toString() {
        return name;
    }
}
