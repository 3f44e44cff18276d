package io.millrace.fix;

/** What a validation has found; it is used again for each message. */
public final class FixProblem {

    /** The tag of a problem that is not of one field. */
    public static final int NO_TAG = Integer.MIN_VALUE;

    private FixRejectReason reason;
    private int tag;
    private FixGroup group;

    /** Creates a holder without a problem. */
    public FixProblem() {}

    void clear() {
        reason = null;
        tag = NO_TAG;
        group = null;
    }

    /**
     * Notes a problem that a {@link FixExtension} has found.
     *
     * @param why the reason of the Reject
     * @param where the tag of the field, or {@link #NO_TAG}
     * @return false, so that a check can return it
     */
    public boolean report(FixRejectReason why, int where) {
        return set(why, where);
    }

    boolean set(FixRejectReason why, int where) {
        reason = why;
        tag = where;
        group = null;
        return false;
    }

    boolean setDelimiter(FixGroup which, int where) {
        set(FixRejectReason.GROUP_ORDER, where);
        group = which;
        return false;
    }

    /** Returns why the message is rejected, or null if it is not. */
    public FixRejectReason reason() {
        return reason;
    }

    /** Returns the tag of the field, or {@link #NO_TAG} if the problem is not of one field. */
    public int tag() {
        return tag;
    }

    /** Returns the text for a Reject; this allocates. */
    public String text() {
        String text = group == null
                ? reason.text()
                : "The group " + group.counter().tag() + " must set the delimiter field " + group.delimiter();
        return tag == NO_TAG ? text : text + ", field=" + tag;
    }
}
