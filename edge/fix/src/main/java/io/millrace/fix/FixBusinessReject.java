package io.millrace.fix;

/**
 * Writes the answer to a message of the application that cannot be used: a BusinessMessageReject, or in FIX 4.0 and
 * 4.1, which lack it, a Reject.
 */
public final class FixBusinessReject {

    /** The value of BusinessRejectReason (380). */
    public enum Reason {
        /** Another reason, which the text tells. */
        OTHER(0),
        /** No part of the application takes such messages. */
        UNSUPPORTED_MESSAGE_TYPE(3),
        /** The application cannot take messages now. */
        APPLICATION_NOT_AVAILABLE(4),
        /** A field that the application needs is missing. */
        CONDITIONALLY_REQUIRED_FIELD_MISSING(5);

        private final int code;

        Reason(int code) {
            this.code = code;
        }

        /** Returns the value of the field. */
        public int code() {
            return code;
        }
    }

    private static final String UNSUPPORTED = "Unsupported Message Type";

    private FixBusinessReject() {}

    /**
     * Returns what answers, in the session itself, each message of the application that no method of the interfaces
     * takes or whose values their classes cannot hold, so that the application does not get it. A value that does not
     * have the form of its type in FIX is answered by a Reject, which the standard wants; it comes so far only where
     * validation does not look at forms.
     *
     * @param interfaces as those of {@link FixCallReader#of}
     */
    public static FixExtension ofUnfit(Class<?>... interfaces) {
        return new UnfitMessages(interfaces);
    }

    /** Returns whether a message is answered: an answer is not, or two sides would answer each other for ever. */
    static boolean isAnswered(FixMessage message) {
        return !message.isType("j");
    }

    /** Writes the answer to a message that no method takes. */
    static FixWriter unsupported(FixWriter answer, FixMessage refused) {
        return write(answer, refused, Reason.UNSUPPORTED_MESSAGE_TYPE, UNSUPPORTED);
    }

    /** Writes the answer to a message with a field that its class cannot hold; the text names tag and value. */
    static FixWriter unfit(FixWriter answer, FixMessage refused, FixValueException why) {
        Reason reason = why.isMissing() ? Reason.CONDITIONALLY_REQUIRED_FIELD_MISSING : Reason.OTHER;
        return write(answer, refused, reason, why.getMessage());
    }

    /**
     * Writes the answer to a message, ready for the session.
     *
     * @param text what is wrong, not empty; characters that are not of ISO 8859-1 become question marks
     */
    public static FixWriter write(FixWriter answer, FixMessage refused, Reason reason, String text) {
        String version = refused.text(FixTags.BEGIN_STRING);
        boolean old = "FIX.4.0".equals(version) || "FIX.4.1".equals(version);
        answer.start(old ? "3" : "j").body().put(FixTags.REF_SEQ_NUM, refused.longValue(FixTags.MSG_SEQ_NUM));
        if (!old) {
            answer.put(FixTags.REF_MSG_TYPE, refused.text(FixTags.MSG_TYPE))
                    .put(FixTags.BUSINESS_REJECT_REASON, reason.code());
        }
        return answer.put(FixTags.TEXT, printable(text));
    }

    private static String printable(String text) {
        StringBuilder printable = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            printable.append(c < ' ' || c > 0xFF ? '?' : c);
        }
        return printable.toString();
    }
}
