package io.millrace.concurrent;

/**
 * Builds the queue for a number of producers and consumers:
 * {@code Queues.producers(ONE).consumers(MANY).growable(16, 131_072)}.
 */
public final class Queues {

    private Queues() {}

    /** Returns a builder for a number of threads that offer. */
    public static QueueBuilder producers(Multiplicity producers) {
        return new QueueBuilder(producers, Multiplicity.MANY, QueueBuilder.Checks.NONE);
    }
}
