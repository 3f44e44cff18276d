package io.millrace.load;

/**
 * Errors of foreign code: drivers, services, and patterns of users. A missing class, a failed assertion or an
 * overflow of the stack fails one operation; an error of the JVM itself, such as a lack of memory, ends the run.
 */
final class ForeignErrors {
    private ForeignErrors() {}

    /** Throws an error after which the run must not continue, and returns after any other. */
    static void rethrowFatal(Throwable error) {
        if (error instanceof VirtualMachineError fatal && !(error instanceof StackOverflowError)) {
            throw fatal;
        }
    }

    /** Returns the text of an error, or its class where its own method fails. */
    static String text(Throwable error) {
        try {
            return error.toString();
        } catch (Throwable e) {
            rethrowFatal(e);
            return error.getClass().getName();
        }
    }
}
