package io.millrace.benchmarks;

import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The loops of the threads on both sides of a queue. Each queue gets its own class of loops, with its own profile. */
interface QueueLoops {
    /** Offers as fast as possible until {@code stop}, and counts accepted and refused offers. */
    void produce(Queue<Integer> queue, AtomicBoolean stop, CallCounts offers);

    /** Polls as fast as possible until {@code stop}, and counts polls with and without an element. */
    void consume(Queue<Integer> queue, AtomicBoolean stop, CallCounts polls);

    /** Fills batches until {@code stop}; counts accepted elements, and calls that found no room. */
    void fill(BulkQueue queue, AtomicBoolean stop, CallCounts offers);

    /** Drains batches until {@code stop}; counts polled elements, and calls that found none. */
    void drain(BulkQueue queue, AtomicBoolean stop, CallCounts polls);

    /** Sends bursts, at least one, until {@code stop}, and waits for the answer of each; returns how many. */
    long send(Queue<Integer> queue, int size, AtomicLong answered, AtomicBoolean stop);

    /** Polls until {@code stop}, and answers each {@code size}th element with the count of all. */
    void answer(Queue<Integer> queue, int size, AtomicLong answered, AtomicBoolean stop);

    /** Offers elements and polls them, and returns how many polls got one. */
    int pass(Queue<Integer> queue, int elements);

    /** Fills batches and drains as many, and returns the number of drained elements. */
    int pass(BulkQueue queue, int batches);
}
