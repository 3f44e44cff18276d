package io.millrace.fix;

/** Why a message is rejected: SessionRejectReason (373), with the texts that implementations of FIX share. */
public enum FixRejectReason {
    /** The dictionary has no such tag. */
    INVALID_TAG(0, "Invalid tag number"),
    /** A field that must be there is missing. */
    REQUIRED_TAG_MISSING(1, "Required tag missing"),
    /** The message may not have this field. */
    TAG_NOT_DEFINED(2, "Tag not defined for this message type"),
    /** A field is empty. */
    NO_VALUE(4, "Tag specified without a value"),
    /** The value is not one of those that are listed. */
    VALUE_INCORRECT(5, "Value is incorrect (out of range) for this tag"),
    /** The value does not have the form of the field's type. */
    DATA_FORMAT(6, "Incorrect data format for value"),
    /** The message is from or for another party. */
    COMP_ID(9, "CompID problem"),
    /** SendingTime is too far from now, or before OrigSendingTime. */
    SENDING_TIME(10, "SendingTime accuracy problem"),
    /** The dictionary has no such message. */
    INVALID_MSG_TYPE(11, "Invalid MsgType"),
    /** A field is there twice. */
    REPEATED_TAG(13, "Tag appears more than once"),
    /** A field of header, body or trailer stands in another of them. */
    TAG_ORDER(14, "Tag specified out of required order"),
    /** Members of a group are not in the order of the dictionary. */
    GROUP_ORDER(15, "Out of order repeating group members"),
    /** The counter of a group is not the number of its entries. */
    GROUP_COUNT(16, "Incorrect NumInGroup count for repeating group"),
    /** The message is garbled, and the session rejects such messages instead of skipping them. */
    GARBLED(-1, "Message failed basic validity check");

    private final int code;
    private final String text;

    FixRejectReason(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** Returns the value of SessionRejectReason (373), or -1 if there is none. */
    public int code() {
        return code;
    }

    /** Returns the beginning of the text of a Reject. */
    public String text() {
        return text;
    }
}
