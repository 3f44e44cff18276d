package io.millrace.simulation;

/** Something that must never happen has happened in a simulation. */
final class ViolationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    ViolationException(String reason) {
        super(reason);
        this.reason = reason;
    }

    ViolationException(String reason, Throwable cause) {
        super(reason, cause);
        this.reason = reason;
    }

    /** Creates a violation whose message is the reason, and then what led to it. */
    ViolationException(String reason, String events, Throwable cause) {
        super(reason + "\n" + events, cause);
        this.reason = reason;
    }

    /** Returns what was violated, in one line. */
    String reason() {
        return reason;
    }
}
