package io.millrace.trace;

/** What an output is. */
public enum OutputKind {
    /** A call that the component made. */
    CALL,
    /** The record that it threw on the input. */
    ERROR,
    /** The record that the input was skipped on an operator's order. */
    SKIPPED;

    private static final String ERRORS = "io.millrace.service.ErrorRecords";
    private static final String SKIPS = "io.millrace.service.SkipRecords";

    /** Returns the kind of a message by the interface of its call. */
    static OutputKind of(TracedMessage message) {
        String type = message.interfaceName().orElse("");
        return type.equals(ERRORS) ? ERROR : type.equals(SKIPS) ? SKIPPED : CALL;
    }
}
