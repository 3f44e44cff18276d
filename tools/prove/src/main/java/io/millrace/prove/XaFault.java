package io.millrace.prove;

/**
 * What goes wrong at a call.
 *
 * @param kind how the caller sees it
 * @param errorCode of an {@link Kind#ERROR}
 * @param effect whether what was asked has happened nevertheless, where that is not given by the error
 */
record XaFault(Kind kind, int errorCode, Effect effect) {

    /** How the caller sees it. */
    enum Kind {
        /** The coordinator is gone, and does not see anything any more. */
        KILL,
        /** The resource answers with an error. */
        ERROR,
        /** The driver, or other called code, throws an exception that the interface does not provide for. */
        BUG,
        /** An {@link Error} is thrown, as where memory or a class is missing. */
        FATAL,
        /** The store has failed; whether it has done what it was asked is not known, and it does nothing more. */
        LOG_FAILURE,
        /** The store says that it certainly has not recorded the decision. */
        NOT_RECORDED
    }

    /** Whether it has happened nevertheless. */
    enum Effect {
        NOT_DONE,
        DONE
    }

    /**
     * Returns whether the call has an answer of the interface, or none that is seen; otherwise it throws something
     * else.
     */
    boolean isOfInterface() {
        return kind == Kind.KILL || kind == Kind.ERROR;
    }

    boolean isDone() {
        return effect == Effect.DONE;
    }

    /** Returns its name without what distinguishes it from others of its kind. */
    String group() {
        return kind == Kind.ERROR ? "error " + errorCode : kind.toString();
    }
}
