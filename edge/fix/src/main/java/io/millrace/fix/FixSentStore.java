package io.millrace.fix;

/** Where the messages that a session has sent are kept for resends. Used by one thread at a time. */
public interface FixSentStore {

    /** Keeps a message; numbers rise by one from call to call, except after {@link #numberedFrom}. */
    void append(long number, byte[] bytes, int offset, int length);

    /** Forgets messages from this number on; the next one has it. */
    void numberedFrom(long next);

    /** Finds a message, whose bytes are then in {@link #bytes()}, and returns false if it is not kept. */
    boolean find(long number);

    /** Returns the buffer with the message that was found; valid until the next call. */
    byte[] bytes();

    /** Returns the offset of the message that was found. */
    int offset();

    /** Returns the number of bytes of the message that was found. */
    int length();
}
