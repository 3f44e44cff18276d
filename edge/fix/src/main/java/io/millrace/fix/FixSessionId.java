package io.millrace.fix;

/**
 * Names a session as FIX does, seen from this side.
 *
 * @param beginString the value of BeginString (8), such as {@code FIX.4.4} or {@code FIXT.1.1}
 * @param own the company of this side, SenderCompID (49) of what it sends
 * @param peer the company of the other side
 */
public record FixSessionId(String beginString, String own, String peer) {

    private static final int LONGEST = 128;

    /** Checks the parts: from 1 to 128 printable characters each. */
    public FixSessionId {
        check("beginString", beginString);
        check("own", own);
        check("peer", peer);
        if (beginString.indexOf(':') >= 0 || own.contains("->")) {
            throw new IllegalArgumentException(
                    "the name of a session would name two, as in FIX.4.4:OWN->PEER beginString=" + beginString + " own="
                            + own);
        }
    }

    /**
     * Returns the session that a text such as {@code FIX.4.4:OWN->PEER} names, as {@link #toString} writes it.
     *
     * @throws IllegalArgumentException if it names none
     */
    public static FixSessionId parse(String text) {
        int colon = text.indexOf(':');
        int arrow = text.indexOf("->", colon + 1);
        if (colon < 0 || arrow < 0) {
            throw new IllegalArgumentException("a session is named as in FIX.4.4:OWN->PEER session=" + text);
        }
        return new FixSessionId(text.substring(0, colon), text.substring(colon + 1, arrow), text.substring(arrow + 2));
    }

    private static void check(String part, String value) {
        boolean printable = value.chars().allMatch(c -> c > ' ' && c < 0x7F);
        if (value.isEmpty() || value.length() > LONGEST || !printable) {
            throw new IllegalArgumentException(
                    "a part of the name of a session is empty, too long or not printable " + part + "=" + value);
        }
    }

    /** Returns whether the session is one of FIXT, whose messages have an application version. */
    public boolean isFixt() {
        return beginString.startsWith("FIXT");
    }

    /** Returns whether the version is 4.0 or 4.1, which know neither reasons of rejects nor milliseconds. */
    boolean lacksReasons() {
        return beginString.equals("FIX.4.0") || beginString.equals("FIX.4.1");
    }

    /** Returns {@code FIX.4.4:OWN->PEER}. */
    @Override
    public String toString() {
        return beginString + ":" + own + "->" + peer;
    }
}
