package io.millrace.benchmarks;

import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The loops of the threads on both sides of a queue. Each queue gets a class of its own, with its own profile. */
interface QueueLoops {
    /** Offers as fast as it can until {@code stop}, and counts the offers that were accepted and refused. */
    void produce(Queue<Integer> queue, AtomicBoolean stop, Tally offers);

    /** Polls as fast as it can until {@code stop}, and counts the polls that got an element and those that did not. */
    void consume(Queue<Integer> queue, AtomicBoolean stop, Tally polls);

    /** Fills batches until {@code stop}; counts elements that found room, and calls that found none. */
    void fill(BulkQueue queue, AtomicBoolean stop, Tally offers);

    /** Drains batches until {@code stop}; counts elements that came, and calls that found none. */
    void drain(BulkQueue queue, AtomicBoolean stop, Tally polls);

    /** Sends bursts, at least one, until {@code stop}, and waits after each until it was answered; returns how many. */
    long send(Queue<Integer> queue, int size, AtomicLong answered, AtomicBoolean stop);

    /** Polls, and answers each {@code size}th element with the count of all, until {@code stop}. */
    void answer(Queue<Integer> queue, int size, AtomicLong answered, AtomicBoolean stop);

    /** Offers elements and polls them, and returns how many polls got one. */
    int pass(Queue<Integer> queue, int elements);

    /** Fills batches and drains as many, and returns how many elements came. */
    int pass(BulkQueue queue, int batches);
}
