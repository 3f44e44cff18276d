package io.millrace.channel;

/** A channel could not be written or read; the message states what, where and the offending value. */
public class ChannelException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message only. */
    public ChannelException(String message) {
        super(message);
    }

    /** Creates an exception with its cause. */
    public ChannelException(String message, Throwable cause) {
        super(message, cause);
    }
}
