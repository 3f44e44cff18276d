package io.millrace.benchmarks;

/**
 * One message in one format of one library: messages are written one behind the other into memory that was made
 * beforehand, and read back from there. For one thread.
 */
abstract class RoundTrip {
    /** Messages lie behind each other in this much memory. */
    static final int MEMORY_BYTES = 1 << 19;

    private final WireMessage message;

    /**
     * For a message.
     *
     * @param message what is written, changed for each
     */
    RoundTrip(WireMessage message) {
        this.message = message;
    }

    /** Returns the message that is written. */
    final WireMessage message() {
        return message;
    }

    /** Begins again at the start of the memory, to write or to read. */
    abstract void rewind();

    /** Writes the message behind the last one and returns how many bytes it takes. */
    abstract int write();

    /** Reads the next message; the same object may be used again. */
    abstract WireMessage read();
}
