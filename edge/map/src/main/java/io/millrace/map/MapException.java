package io.millrace.map;

/** A map cannot be opened, read or changed as asked; the message names the directory and the value. */
public final class MapException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message and no cause. */
    public MapException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public MapException(String message, Throwable cause) {
        super(message, cause);
    }
}
