package io.millrace.prove;

/**
 * A fault of a call.
 *
 * @param kind how the caller sees it
 * @param errorCode of an {@link Kind#ERROR}
 * @param effect whether the call has its effect nevertheless, if the error does not imply it
 */
record XaFault(Kind kind, int errorCode, Effect effect) {

    /** How the caller sees it. */
    enum Kind {
        /** The coordinator is dead and sees nothing any more. */
        KILL,
        /** The resource answers with an error. */
        ERROR,
        /** The driver, or other called code, throws an exception that the interface does not provide for. */
        BUG,
        /** An {@link Error} is thrown, as for lack of memory or a missing class. */
        FATAL,
        /** The store has failed; the effect of the call is unknown, and the store does nothing more. */
        LOG_FAILURE,
        /** The store reports that it certainly has not recorded the decision. */
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
