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

    /** Sends {@code bursts} bursts, and after each waits until the last of it was answered. */
    void send(Queue<Integer> queue, int bursts, int size, AtomicLong answered);

    /** Polls, and answers each {@code size}th element with the count of all, until {@code stop}. */
    void answer(Queue<Integer> queue, int size, AtomicLong answered, AtomicBoolean stop);
}
