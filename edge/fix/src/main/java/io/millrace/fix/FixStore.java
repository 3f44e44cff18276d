package io.millrace.fix;

/**
 * Where a session keeps its numbers, what it has received and what it has sent. What is kept between {@link #begin} and
 * the {@link #commit} that belongs to it is one step: a store on disk keeps all of it or nothing. Steps may be nested;
 * the outermost one counts. Used by one thread at a time.
 */
public interface FixStore {

    /** Returns the number that is expected next, at least 1. */
    long nextIncoming();

    /** Returns the number of the next message that is sent, at least 1. */
    long nextOutgoing();

    /** Returns when something was kept last, in nanoseconds since 1970; 0 if nothing ever was. */
    long lastActiveNs();

    /** Begins a step. */
    void begin(long timeNs);

    /** Ends a step; when the outermost one has ended, what it has kept survives the process. */
    void commit();

    /** Keeps a message for the application; the number after it is expected next. */
    void application(long number, byte[] bytes, int offset, int length);

    /** Keeps another message that was received, after which {@code expected} is expected next. */
    void received(long expected, byte[] bytes, int offset, int length);

    /** Notes which number is expected next. */
    void expecting(long number);

    /**
     * Keeps a message that is sent; numbers rise by one from call to call, except after {@link #numberedFrom}.
     *
     * @param number its number, at least 1
     */
    void append(long number, byte[] bytes, int offset, int length);

    /** Forgets sent messages from this number on; the next one has it. */
    void numberedFrom(long next);

    /** Notes by which application version later messages are read that name none, for one that keeps messages. */
    default void version(String applVerId) {}

    /** Notes that Logons were exchanged. */
    void loggedOn();

    /** Notes that a connection has ended on which Logons were exchanged. */
    void loggedOut();

    /**
     * Returns the first number from {@code number} on of a message that may be kept; {@code Long.MAX_VALUE} if none is.
     */
    long nextKept(long number);

    /** Finds a sent message, whose bytes are then in {@link #bytes()}, and returns false if it is not kept. */
    boolean find(long number);

    /** Returns the buffer with the message that was found; valid until the next call. */
    byte[] bytes();

    /** Returns the offset of the message that was found. */
    int offset();

    /** Returns the number of bytes of the message that was found. */
    int length();
}
