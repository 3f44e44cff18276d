package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.concurrent.MpmcArrayQueue;
import io.millrace.concurrent.MpscArrayQueue;
import io.millrace.concurrent.MpscLinkedQueue;
import io.millrace.concurrent.MpscUnboundedArrayQueue;
import io.millrace.concurrent.SpscArrayQueue;
import io.millrace.concurrent.SpscUnboundedArrayQueue;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The differences between our queues and those of JCTools that docs/queues.md lists, shown on both. */
class JctoolsDifferencesTest {

    private static final int MANY = 10_000;

    @Test
    void capacitiesAreExactHereAndPowersOfTwoThere() {
        assertEquals(37, new MpscArrayQueue<Integer>(37).capacity());
        assertEquals(64, new org.jctools.queues.MpscArrayQueue<Integer>(37).capacity());
        assertEquals(1, new SpscArrayQueue<Integer>(1).capacity());
        assertEquals(4, new org.jctools.queues.SpscArrayQueue<Integer>(1).capacity());
        assertEquals(1, new MpmcArrayQueue<Integer>(1).capacity());
        assertThrows(IllegalArgumentException.class, () -> new org.jctools.queues.MpmcArrayQueue<Integer>(1));
    }

    @Test
    void aSupplierThatThrowsLeavesPlacesThatAreNeverFilledThere() {
        MpscArrayQueue<Integer> ours = new MpscArrayQueue<>(8);
        AtomicInteger next = new AtomicInteger();
        assertThrows(IllegalStateException.class, () -> ours.fill(() -> supply(next), 5));
        assertEquals(List.of(0, 1), ours.snapshot());
        ours.offer(7);
        assertEquals(0, ours.poll());
        assertEquals(1, ours.poll());
        assertEquals(7, ours.poll());

        org.jctools.queues.MpscArrayQueue<Integer> theirs = new org.jctools.queues.MpscArrayQueue<>(8);
        next.set(0);
        assertThrows(IllegalStateException.class, () -> theirs.fill(() -> supply(next), 5));
        assertEquals(5, theirs.size());
        theirs.offer(7);
        assertEquals(0, theirs.relaxedPoll());
        assertEquals(1, theirs.relaxedPoll());
        assertNull(theirs.relaxedPoll());
        assertFalse(theirs.isEmpty());

        org.jctools.queues.MpscLinkedQueue<Integer> linked = new org.jctools.queues.MpscLinkedQueue<>();
        next.set(0);
        assertThrows(IllegalStateException.class, () -> linked.fill(() -> supply(next), 5));
        assertEquals(0, linked.size(), "what was supplied is lost");
    }

    private static int supply(AtomicInteger next) {
        int number = next.getAndIncrement();
        if (number == 2) {
            throw new IllegalStateException("no more");
        }
        return number;
    }

    @Test
    void withoutALimitABatchHasOneHereAndGoesToTheEndThere() {
        SpscArrayQueue<Integer> ours = new SpscArrayQueue<>(MANY);
        org.jctools.queues.SpscArrayQueue<Integer> theirs = new org.jctools.queues.SpscArrayQueue<>(MANY);
        assertEquals(io.millrace.concurrent.MessagePassingQueue.BATCH, ours.fill(() -> 1));
        assertEquals(theirs.capacity(), theirs.fill(() -> 1));
        while (ours.offer(1)) {
            // until it is full
        }
        assertEquals(io.millrace.concurrent.MessagePassingQueue.BATCH, ours.drain(_ -> {}));
        assertEquals(theirs.capacity(), theirs.drain(_ -> {}));
    }

    @Test
    void nullsAreNullPointerExceptionsHereAndIllegalArgumentsThere() {
        MpscArrayQueue<Integer> ours = new MpscArrayQueue<>(8);
        org.jctools.queues.MpscArrayQueue<Integer> theirs = new org.jctools.queues.MpscArrayQueue<>(8);
        assertThrows(NullPointerException.class, () -> ours.fill(null, 1));
        assertThrows(IllegalArgumentException.class, () -> theirs.fill(null, 1));
        assertThrows(NullPointerException.class, () -> ours.drain(null, 1));
        assertThrows(IllegalArgumentException.class, () -> theirs.drain(null, 1));
        assertThrows(NullPointerException.class, () -> ours.drain(_ -> {}, null, () -> false));
        assertThrows(IllegalArgumentException.class, () -> theirs.drain(_ -> {}, null, () -> false));
        assertThrows(NullPointerException.class, () -> ours.offer(null));
        assertThrows(NullPointerException.class, () -> theirs.offer(null));
        assertThrows(NullPointerException.class, () -> ours.fill(() -> null, 1));
        assertEquals(1, theirs.fill(() -> null, 1), "a place that is never filled");
    }

    @Test
    void everyQueueHasAnIteratorHereAndSomeThere() {
        MpscLinkedQueue<Integer> ours = new MpscLinkedQueue<>();
        SpscUnboundedArrayQueue<Integer> oursOfChunks = new SpscUnboundedArrayQueue<>(16);
        ours.offer(1);
        oursOfChunks.offer(1);
        assertTrue(ours.contains(1));
        assertTrue(oursOfChunks.contains(1));
        assertEquals("[1]", ours.toString());
        org.jctools.queues.MpscLinkedQueue<Integer> theirs = new org.jctools.queues.MpscLinkedQueue<>();
        org.jctools.queues.SpscUnboundedArrayQueue<Integer> theirsOfChunks =
                new org.jctools.queues.SpscUnboundedArrayQueue<>(16);
        assertThrows(UnsupportedOperationException.class, () -> theirs.contains(1));
        assertThrows(UnsupportedOperationException.class, () -> theirsOfChunks.contains(1));
        assertEquals(theirs.getClass().getName(), theirs.toString());
    }

    @Test
    void nothingIsRemovedFromTheMiddleHere() {
        MpscLinkedQueue<Integer> ours = new MpscLinkedQueue<>();
        org.jctools.queues.MpscLinkedQueue<Integer> theirs = new org.jctools.queues.MpscLinkedQueue<>();
        for (int i = 0; i < 3; i++) {
            ours.offer(i);
            theirs.offer(i);
        }
        assertThrows(UnsupportedOperationException.class, () -> ours.remove((Object) 1));
        assertTrue(theirs.remove((Object) 1));
        assertEquals(2, theirs.size());
    }

    @Test
    void anUnboundedQueueIsFilledByABatchHere() {
        assertEquals(
                io.millrace.concurrent.MessagePassingQueue.BATCH,
                new MpscUnboundedArrayQueue<Integer>(1024).fill(() -> 1));
        assertEquals(1023, new org.jctools.queues.SpscUnboundedArrayQueue<Integer>(1024).fill(() -> 1));
    }
}
