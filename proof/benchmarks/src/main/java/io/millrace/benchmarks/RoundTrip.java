package io.millrace.benchmarks;

/**
 * Writes and reads one message in one format of one library: writes messages one after the other into memory that
 * exists from the start, and reads them back from there. For one thread.
 */
abstract class RoundTrip {
    /** The size of the memory for successive messages. */
    static final int MEMORY_BYTES = 1 << 19;

    private final WireMessage message;

    /**
     * Creates a round trip of a message.
     *
     * @param message the message to write, changed before each write
     */
    RoundTrip(WireMessage message) {
        this.message = message;
    }

    /** Returns the message that is written. */
    final WireMessage message() {
        return message;
    }

    /** Returns to the start of the memory, to write or to read. */
    abstract void rewind();

    /** Writes the message after the last one and returns its size in bytes. */
    abstract int write();

    /** Reads the next message; may return the same object again. */
    abstract WireMessage read();
}
