package io.millrace.service;

import io.millrace.wire.Refused;

/** Exceptions of foreign code: components, sources, gateways. */
final class ForeignError {

    private ForeignError() {}

    /**
     * Returns whether an error may be caused by the input, so that a record can replace the answer. A JVM without
     * memory or stack, and missing classes, are not caused by the input: the next input would meet the same error, and
     * this one would be lost.
     */
    static boolean isOfInput(Throwable error) {
        return !(error instanceof VirtualMachineError) && !(error instanceof LinkageError);
    }

    /** A text for a client is not longer than this, in characters. */
    private static final int MAX_TOLD_CHARS = 1024;

    /** Returns what a client is told of a refusal. */
    static String reason(Refused refusal) {
        String reason = refusal.getMessage();
        return reason == null ? "" : shortened(reason);
    }

    /** Returns a text of a bounded length, for a client. */
    static String shortened(String text) {
        return text.length() <= MAX_TOLD_CHARS ? text : text.substring(0, MAX_TOLD_CHARS) + "...";
    }

    /** Returns the type and the message of an error; a message whose getter throws is left out. */
    static String text(Throwable error) {
        String message;
        try {
            message = error.getMessage();
        } catch (Throwable thrown) {
            return error.getClass().getName() + " (whose message cannot be read: "
                    + thrown.getClass().getName() + ")";
        }
        String kind = error.getClass().getName();
        if (error instanceof ServiceException && message != null) {
            return message; // names everything itself
        }
        return message == null ? kind : kind + ": " + message;
    }
}
