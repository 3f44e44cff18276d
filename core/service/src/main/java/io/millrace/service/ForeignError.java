package io.millrace.service;

/** What was thrown by code that is not ours: components, sources, gateways. */
final class ForeignError {

    private ForeignError() {}

    /**
     * Returns whether it may say something about the input, so that a record can take the place of an answer. A JVM out
     * of memory or stack, and classes that are missing, say nothing about the input: the next one would meet the same,
     * and the one that did would be lost.
     */
    static boolean isOfInput(Throwable error) {
        return !(error instanceof VirtualMachineError) && !(error instanceof LinkageError);
    }

    /** Returns the kind and the message of an error; a message that cannot be had is left out. */
    static String text(Throwable error) {
        String message;
        try {
            message = error.getMessage();
        } catch (Throwable thrown) {
            return error.getClass().getName() + " (whose message cannot be had: "
                    + thrown.getClass().getName() + ")";
        }
        String kind = error.getClass().getName();
        if (error instanceof ServiceException && message != null) {
            return message; // names everything itself
        }
        return message == null ? kind : kind + ": " + message;
    }
}
