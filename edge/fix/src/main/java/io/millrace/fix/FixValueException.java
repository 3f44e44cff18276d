package io.millrace.fix;

/** A field was asked for that is not there, or that has another form; the message names the tag and the value. */
public final class FixValueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private FixValueException(String text) {
        super(text);
    }

    static FixValueException of(String problem, FixMessage message, int field, int tag) {
        return new FixValueException("a field " + problem + " tag=" + tag
                + (field == FixMessage.ABSENT ? "" : " value=" + message.textAt(field)));
    }
}
