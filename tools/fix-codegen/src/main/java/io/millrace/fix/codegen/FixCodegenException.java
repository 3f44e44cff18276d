package io.millrace.fix.codegen;

/** Classes cannot be generated as a file says; the message names the file, the line and the column. */
public final class FixCodegenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FixCodegenException(String message, Throwable cause) {
        super(message, cause);
    }
}
