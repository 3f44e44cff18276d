package io.millrace.fix;

/** A connection as the session writes to it. */
public interface FixLine {

    /** Writes a message; the bytes are valid during the call. */
    void write(byte[] bytes, int offset, int length);

    /**
     * Returns whether more may be written now. A session does not write while this is false: what it has sent waits in
     * its store.
     */
    default boolean hasCapacity() {
        return true;
    }

    /** Closes the connection after what was written; the reason is for operators. */
    void close(String reason);
}
