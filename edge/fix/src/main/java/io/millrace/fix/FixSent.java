package io.millrace.fix;

/**
 * What a sender has decided, as calls in order: the output of the sender and the input of the part that writes to the
 * socket. The bytes are valid during the call.
 */
public interface FixSent {

    /** Takes a message that was numbered and goes to the peer. */
    void transmit(long timeNs, long number, byte[] bytes, int offset, int length);

    /** Takes a message that was numbered while there was no session; the peer asks for it after its Logon. */
    void keep(long timeNs, long number, byte[] bytes, int offset, int length);

    /** Sends messages from {@code begin} to {@code end}, both included, to the peer again. */
    void resend(long timeNs, long begin, long end);

    /** Says that the next message has the number {@code next}, and that kept ones from there on are forgotten. */
    void numberedFrom(long timeNs, long next);

    /** Closes the connection when everything before is written. */
    void close(long timeNs, String reason);
}
