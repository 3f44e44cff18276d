package io.millrace.fix;

/** What is wrong with the bytes of a message, so that it counts as garbled: see FIX 4.4 volume 2, garbled messages. */
public enum FixFault {
    /** Nothing. */
    NONE("nothing is wrong"),
    /** BeginString (8), BodyLength (9) and MsgType (35) are not the first three fields. */
    FIRST_FIELDS("BeginString (8), BodyLength (9) and MsgType (35) are not the first three fields"),
    /** BodyLength (9) is not the number of bytes between itself and CheckSum (10). */
    BODY_LENGTH("BodyLength (9) is not the number of bytes between it and CheckSum (10)"),
    /** CheckSum (10) is not three digits at the end. */
    TRAILER("the message does not end in CheckSum (10) with three digits"),
    /** CheckSum (10) is not the sum of the bytes before it. */
    CHECKSUM("CheckSum (10) is not the sum of the bytes before it"),
    /** A field has no tag, or one that is not a number. */
    TAG("a field does not begin with a tag and an equals sign"),
    /** The length of a data field leads beyond the message or into the middle of it. */
    DATA_LENGTH("the length of a data field does not lead to the end of a field"),
    /** There are more fields than are read. */
    FIELDS("there are more fields than are read");

    private final String sentence;

    FixFault(String sentence) {
        this.sentence = sentence;
    }

    /** Returns what is wrong as a sentence without its full stop. */
    public String sentence() {
        return sentence;
    }
}
