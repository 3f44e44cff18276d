package io.millrace.jdbc;

/** A request cannot be carried out, whatever the database says; it becomes the request's outcome. */
final class RefusedException extends JdbcException {
    /** A value cannot be converted. */
    static final String CONVERSION = "07006";

    /** The gateway does not do such a thing. */
    static final String REFUSED = "0LM01";

    /** The driver has thrown something else than an error of SQL. */
    static final String DRIVER = "0LM02";

    private static final long serialVersionUID = 1L;

    private final String state;

    RefusedException(String state, String message) {
        super(message);
        this.state = state;
    }

    String state() {
        return state;
    }
}
