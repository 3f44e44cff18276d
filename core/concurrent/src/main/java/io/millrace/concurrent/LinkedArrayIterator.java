package io.millrace.concurrent;

import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Iterates over the elements that were in a queue when the iterator was created, while other threads offer and poll. An
 * element that was read counts only if the consumers' index has not passed it after the read: then its chunk was not
 * reused either.
 */
final class LinkedArrayIterator<E> implements Iterator<E> {

    private final LinkedArrayQueue<E> queue;
    private final long until;
    private Chunk chunk;
    private long end;
    private long index;
    private Object found;

    LinkedArrayIterator(LinkedArrayQueue<E> queue) {
        this.queue = queue;
        this.until = queue.producerIndexVolatile();
        toHead();
        find();
    }

    @Override
    public boolean hasNext() {
        return found != null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E next() {
        if (found == null) {
            throw new NoSuchElementException();
        }
        E next = (E) found;
        find();
        return next;
    }

    private void find() {
        found = null;
        while (found == null && until - index > 0) {
            if (index == end) {
                follow();
                continue;
            }
            Object element = Chunk.slotAcquire(chunk.slots, Chunk.position(chunk.slots, index));
            if (queue.consumerIndexVolatile() - index > 0) {
                toHead();
                continue;
            }
            index++;
            found = LinkedArrayQueue.isSkipped(element) ? null : element;
        }
    }

    private void follow() {
        Chunk next = chunk.nextAcquire();
        if (next == null || queue.consumerIndexVolatile() - index >= 0) {
            toHead();
            return;
        }
        chunk = next;
        end = queue.end(next, index);
    }

    /** Starts at the element that is the oldest now. The version shows whether the values read belong together. */
    private void toHead() {
        Cursor head = queue.consumers;
        Chunk next;
        while (true) {
            int version = head.versionAcquire();
            end = head.endAcquire();
            chunk = head.chunk;
            index = queue.consumerIndexAcquire();
            next = chunk.nextAcquire();
            VarHandle.loadLoadFence();
            if ((version & 1) == 0 && head.versionAcquire() == version) {
                break;
            }
            Thread.onSpinWait();
        }
        end = queue.endFrom(end, index);
        if (index == end && next != null) {
            chunk = next;
            end = queue.end(next, index);
        }
    }
}
