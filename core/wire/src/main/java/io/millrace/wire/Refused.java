package io.millrace.wire;

/**
 * A component refuses a call of a client: its caller gets the reason as the answer, and everything else continues. A
 * component throws it before it changes its state and before it writes, as in {@code throw new Refused("not in stock
 * item=" + item)}. It has no stack trace, since it is an answer and no fault.
 */
public final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates a refusal.
     *
     * @param reason what the caller is told
     */
    public Refused(String reason) {
        super(reason, null, false, false);
    }
}
