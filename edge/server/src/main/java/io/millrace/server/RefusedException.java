package io.millrace.server;

/** A request that a handler refuses: the client gets the status and the message as JSON, {@code {"error":"..."}}. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private static final int LEAST = 400;
    private static final int GREATEST = 599;

    private final int status;

    /**
     * Creates a refusal.
     *
     * @param status the HTTP status, 400 to 599
     * @param message what is wrong; the client reads it
     */
    public RefusedException(int status, String message) {
        super(message);
        if (status < LEAST || status > GREATEST) {
            throw new IllegalArgumentException("status is not one of an error status=" + status);
        }
        this.status = status;
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }
}
