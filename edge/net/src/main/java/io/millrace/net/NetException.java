package io.millrace.net;

/** An error of a link: it cannot be made, it has ended, or an option is not valid. */
public class NetException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates an error without a cause. */
    public NetException(String message) {
        super(message);
    }

    /** Creates an error with its cause. */
    public NetException(String message, Throwable cause) {
        super(message, cause);
    }
}
