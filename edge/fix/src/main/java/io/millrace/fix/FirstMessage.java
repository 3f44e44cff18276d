package io.millrace.fix;

/** Reads from a first message which session it is for, before there is a dictionary to read it with. */
final class FirstMessage {

    private static final int LONGEST = 128;

    private FirstMessage() {}

    /** Returns the session as this side sees it, or null if a part is missing, twice or unusable. */
    static FixSessionId sessionOf(byte[] bytes, int offset, int length) {
        String beginString = value(bytes, offset, length, FixTags.BEGIN_STRING);
        String peer = value(bytes, offset, length, FixTags.SENDER_COMP_ID);
        String own = value(bytes, offset, length, FixTags.TARGET_COMP_ID);
        if (beginString == null || peer == null || own == null) {
            return null;
        }
        try {
            return new FixSessionId(beginString, own, peer);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String value(byte[] bytes, int offset, int length, int tag) {
        int end = offset + length;
        int at = offset;
        while (at < end) {
            int stop = at;
            while (stop < end && bytes[stop] != FixText.SOH) {
                stop++;
            }
            int equals = at;
            while (equals < stop && bytes[equals] != '=') {
                equals++;
            }
            if (equals < stop && FixText.isInteger(bytes, at, equals) && FixText.parse(bytes, at, equals) == tag) {
                return stop - equals - 1 > LONGEST ? null : FixText.latin(bytes, equals + 1, stop);
            }
            at = stop + 1;
        }
        return null;
    }
}
