package io.millrace.service;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * The newest answers to one client, the oldest first, in one array. An entry is the distance of its number from that of
 * the entry before, its form and its length, each a varint, and the bytes of the result.
 */
final class ClientAnswers {

    private static final byte[] NONE = {};
    private static final int FIRST_BYTES = 64;
    private static final int MAX_HEADER_BYTES = 20;
    private static final int LOW_BITS = 0x7F;
    private static final int MORE = 0x80;
    private static final int GROUP = 7;

    /** The number of the newest call that was taken, and when it was written, in nanoseconds since the epoch. */
    long highest = -1;

    long timeNs;

    private byte[] data = NONE;
    private int head;
    private int tail;
    private int count;

    /** The number before that of the first entry, and that of the last entry. */
    private long base;

    private long last;

    /** Reads one entry after the other. */
    interface Visitor {
        /** Visits an entry; returns whether to continue. */
        boolean entry(long number, int form, byte[] data, int from, int length);
    }

    int count() {
        return count;
    }

    int bytes() {
        return tail - head;
    }

    /** Adds an answer, and removes the oldest ones where there are too many. */
    void add(long number, int form, MemorySegment from, long offset, int length, AnswerLimits limits) {
        int room = MAX_HEADER_BYTES + length;
        if (data.length - tail < room) {
            compact(room);
        }
        if (count == 0) {
            base = number;
            last = number;
        }
        write(zigzag(number - last));
        write(zigzag(form));
        write(length);
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, offset, data, tail, length);
        tail += length;
        last = number;
        count++;
        while (count > limits.answers() || bytes() > limits.bytes()) {
            removeFirst();
        }
    }

    private void compact(int room) {
        int live = tail - head;
        int needed = live + room;
        // Half of the array is free afterwards, so that bytes move rarely.
        byte[] to = needed * 2 > data.length ? new byte[Math.max(FIRST_BYTES, needed * 2)] : data;
        System.arraycopy(data, head, to, 0, live);
        data = to;
        head = 0;
        tail = live;
    }

    private void removeFirst() {
        Reader reader = new Reader(head, base);
        reader.next();
        head = reader.at + reader.length;
        base = reader.number;
        if (--count == 0) {
            data = NONE;
            head = 0;
            tail = 0;
        }
    }

    /** Visits the entries from the oldest on, until the visitor has enough. */
    void visit(Visitor visitor) {
        Reader reader = new Reader(head, base);
        boolean goesOn = true;
        for (int i = 0; goesOn && i < count; i++) {
            reader.next();
            goesOn = visitor.entry(reader.number, reader.form, data, reader.at, reader.length);
            reader.at += reader.length;
        }
    }

    private static long zigzag(long value) {
        return (value << 1) ^ (value >> (Long.SIZE - 1));
    }

    private void write(long value) {
        long rest = value;
        while ((rest & ~LOW_BITS) != 0) {
            data[tail++] = (byte) ((rest & LOW_BITS) | MORE);
            rest >>>= GROUP;
        }
        data[tail++] = (byte) rest;
    }

    @Override
    public String toString() {
        return "ClientAnswers[highest=" + highest + " count=" + count + " bytes=" + bytes() + "]";
    }

    /** Returns the bytes of a result. */
    static byte[] copy(byte[] data, int from, int length) {
        return Arrays.copyOfRange(data, from, from + length);
    }

    private final class Reader {

        private int at;
        private long number;
        private int form;
        private int length;

        private Reader(int at, long base) {
            this.at = at;
            this.number = base;
        }

        private void next() {
            number += unzigzag(read());
            form = (int) unzigzag(read());
            length = (int) read();
        }

        private static long unzigzag(long value) {
            return (value >>> 1) ^ -(value & 1);
        }

        private long read() {
            long value = 0;
            int shift = 0;
            byte next = data[at++];
            while (next < 0) {
                value |= (long) (next & LOW_BITS) << shift;
                shift += GROUP;
                next = data[at++];
            }
            return value | (long) next << shift;
        }
    }
}
