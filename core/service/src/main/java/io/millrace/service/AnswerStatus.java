package io.millrace.service;

/**
 * What became of a call of a client, or of a question about it. Each has a code that never changes: snapshots and the
 * openings of periods keep those of recorded answers, and the protocol of clients sends them.
 */
public enum AnswerStatus {
    /** Recorded, or returned by a query: there is a value. */
    VALUE(0),
    /** Recorded: the component has refused the call, and nothing was changed. */
    REFUSED(1),
    /** Recorded: the component threw, and the call is passed over for ever. */
    FAILED(2),
    /** Recorded: the call was passed over on an operator's order. */
    PASSED_OVER(3),
    /** Recorded: the call was carried out, and its answer is too large to be kept. */
    TOO_LARGE(4),
    /** The call was taken, and its answer comes later, as a record in the output. */
    OPEN(5),
    /** The call was taken, and has no answer: its method returns nothing. */
    NONE(6),
    /** The call was carried out, and its answer is no longer known. */
    FORGOTTEN(7),
    /** The call was not taken yet; its answer comes as a record in the output. */
    AHEAD(8),
    /** The component does not know the client any more. */
    UNKNOWN_CLIENT(9),
    /** The component does not answer now: it restarts, or has ended. */
    AWAY(10),
    /** The component is busy with a query that exceeds its budget. */
    BUSY(11);

    private static final AnswerStatus[] BY_CODE = byCode();

    private final int code;

    AnswerStatus(int code) {
        this.code = code;
    }

    private static AnswerStatus[] byCode() {
        AnswerStatus[] all = new AnswerStatus[values().length];
        for (AnswerStatus each : values()) {
            all[each.code] = each;
        }
        return all;
    }

    /** Returns the code under which this is stored and sent, from 0. */
    public int code() {
        return code;
    }

    /**
     * Returns the status of a code.
     *
     * @param code a code that was stored or received
     * @throws ServiceException where no status has it
     */
    public static AnswerStatus of(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new ServiceException(
                    "unknown status of an answer code=" + code + " known=0.." + (BY_CODE.length - 1));
        }
        return BY_CODE[code];
    }

    /** Returns whether a record in the output says so. */
    public boolean isRecorded() {
        return switch (this) {
            case VALUE, REFUSED, FAILED, PASSED_OVER, TOO_LARGE -> true;
            case OPEN, NONE, FORGOTTEN, AHEAD, UNKNOWN_CLIENT, AWAY, BUSY -> false;
        };
    }
}
