package io.millrace.jdbc;

/** A request has failed, and has to be made again with its batch, or is left out of it when its batch is made again. */
final class UnsettledException extends JdbcException {
    private static final long serialVersionUID = 1L;

    private final transient JdbcFault fault;
    private final boolean blamed;

    private UnsettledException(String message, JdbcFault fault, Throwable cause, boolean blamed) {
        super(message, cause);
        this.fault = fault;
        this.blamed = blamed;
    }

    /** Creates a failure that leaves open whether the request or the connection is at fault. */
    static UnsettledException open(String message, JdbcFault fault, Throwable cause) {
        return new UnsettledException(message, fault, cause, false);
    }

    /** Creates a failure that is certainly that of the request; it spoilt its batch and must not do so again. */
    static UnsettledException blamed(String message, JdbcFault fault, Throwable cause) {
        return new UnsettledException(message, fault, cause, true);
    }

    /** Returns the answer of the request, if it is to blame. */
    JdbcFault fault() {
        return fault;
    }

    /** Returns whether the request is at fault for certain. */
    boolean isBlamed() {
        return blamed;
    }
}
