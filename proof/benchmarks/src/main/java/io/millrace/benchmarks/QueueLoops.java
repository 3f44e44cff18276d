package io.millrace.benchmarks;

import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The loops of the threads on both sides of a queue. Each queue gets a class of its own, with its own profile. */
interface QueueLoops {
    /** Offers as fast as it can until {@code stop}; returns how many offers were refused. */
    long produce(Queue<Integer> queue, AtomicBoolean stop);

    /** Polls as fast as it can until {@code stop}; returns how many polls got an element. */
    long consume(Queue<Integer> queue, AtomicBoolean stop);

    /** Fills batches until {@code stop}. */
    void fill(BulkQueue queue, AtomicBoolean stop);

    /** Drains batches until {@code stop}; returns how many elements came. */
    long drain(BulkQueue queue, AtomicBoolean stop);

    /** Sends bursts, at least one, until {@code stop}, and waits after each until it was answered; returns how many. */
    long send(Queue<Integer> queue, int size, AtomicLong answered, AtomicBoolean stop);

    /** Polls, and answers each {@code size}th element with the count of all, until {@code stop}. */
    void answer(Queue<Integer> queue, int size, AtomicLong answered, AtomicBoolean stop);
}
