package io.millrace.interaction;

/**
 * Up to where a subscriber has seen everything: the identity of what its events come from, such as the id of a journal,
 * and an index in it. A later subscription may begin after it.
 *
 * @param log the identity; empty for a subscriber that has seen nothing
 * @param index the index
 */
public record ResumePoint(String log, long index) {

    /** That of a subscriber that has seen nothing. */
    public static final ResumePoint START = new ResumePoint("", -1);

    private static final int MAX_CHARS = 100;

    /** Checks the identity. */
    public ResumePoint {
        if (log.length() > MAX_CHARS || log.chars().anyMatch(each -> each <= ' ' || each == '/')) {
            throw new InteractionException("identity of events has no spaces and slashes, and is not too long max="
                    + MAX_CHARS + " log=" + FrameFormat.shortened(log));
        }
    }

    /** Returns whether a subscriber that has this has seen nothing. */
    public boolean isStart() {
        return log.isEmpty();
    }

    /**
     * Returns the point of a text that {@link #toText} wrote.
     *
     * @throws InteractionException if it is none
     */
    static ResumePoint parse(String text) {
        if (text.isEmpty()) {
            return START;
        }
        int slash = text.indexOf('/');
        if (slash < 1) {
            throw notOne(text);
        }
        return new ResumePoint(text.substring(0, slash), number(text.substring(slash + 1), text));
    }

    static long number(String digits, String text) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw notOne(text);
        }
    }

    private static InteractionException notOne(String text) {
        return new InteractionException("resume point is as LOG/INDEX text=" + FrameFormat.shortened(text));
    }

    /** Returns the text form: {@code LOG/INDEX}, or nothing for {@link #START}. */
    String toText() {
        return isStart() ? "" : log + "/" + index;
    }
}
