package io.millrace.fix;

/**
 * Keeps the newest sent messages in memory of a fixed size, and allocates nothing. Older messages are overwritten; a
 * resend puts a gap fill for them, so a session that must resend everything has a {@link FixJournal}. Nothing survives
 * the process.
 */
public final class MemoryStore implements FixStore {

    private final byte[] ring;
    private final long[] starts;
    private final int[] lengths;
    private final long[] numbers;
    private long position;
    private int found;

    /**
     * Creates an empty store.
     *
     * @param bytes size of the memory, a power of two from 1 KiB
     * @param messages the most messages that are kept, a power of two
     */
    public MemoryStore(int bytes, int messages) {
        if (Integer.bitCount(bytes) != 1 || bytes < 1024 || Integer.bitCount(messages) != 1 || messages < 1) {
            throw new IllegalArgumentException(
                    "sizes are powers of two, bytes at least 1024 bytes=" + bytes + " messages=" + messages);
        }
        ring = new byte[bytes];
        starts = new long[messages];
        lengths = new int[messages];
        numbers = new long[messages];
    }

    @Override
    public long nextIncoming() {
        return 1;
    }

    @Override
    public long nextOutgoing() {
        return 1;
    }

    @Override
    public long lastActiveNs() {
        return 0;
    }

    @Override
    public void begin(long timeNs) {
        // nothing survives
    }

    @Override
    public void commit() {
        // nothing survives
    }

    @Override
    public void application(long number, byte[] bytes, int offset, int length) {
        // the session has it
    }

    @Override
    public void received(long expected, byte[] bytes, int offset, int length) {
        // the session has it
    }

    @Override
    public void expecting(long number) {
        // the session knows it
    }

    @Override
    public void loggedOn() {
        // the session knows it
    }

    @Override
    public void loggedOut() {
        // the session knows it
    }

    @Override
    public void append(long number, byte[] bytes, int offset, int length) {
        if (length > ring.length) {
            return; // a gap fill is sent for it
        }
        int toEnd = ring.length - (int) (position & (ring.length - 1));
        if (length > toEnd) {
            position += toEnd;
        }
        System.arraycopy(bytes, offset, ring, (int) (position & (ring.length - 1)), length);
        int slot = slot(number);
        starts[slot] = position;
        lengths[slot] = length;
        numbers[slot] = number;
        position += length;
    }

    @Override
    public void numberedFrom(long next) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] >= next) {
                numbers[i] = 0;
            }
        }
    }

    @Override
    public long nextKept(long number) {
        if (find(number)) {
            return number;
        }
        long next = Long.MAX_VALUE;
        for (int slot = 0; slot < numbers.length; slot++) {
            if (numbers[slot] > number && position - starts[slot] <= ring.length) {
                next = Math.min(next, numbers[slot]);
            }
        }
        return next;
    }

    @Override
    public boolean find(long number) {
        found = slot(number);
        return number > 0 && numbers[found] == number && position - starts[found] <= ring.length;
    }

    @Override
    public byte[] bytes() {
        return ring;
    }

    @Override
    public int offset() {
        return (int) (starts[found] & (ring.length - 1));
    }

    @Override
    public int length() {
        return lengths[found];
    }

    private int slot(long number) {
        return (int) (number & (numbers.length - 1));
    }
}
