package io.millrace.fix;

/**
 * A field was asked for that is not there, or that has another form, or a value cannot be a field; the message names
 * tag, name and value.
 */
public final class FixValueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int MOST_SHOWN = 100;

    private final int tag;
    private final boolean missing;

    private FixValueException(String text, int tag, boolean missing, Throwable cause) {
        super(text, cause);
        this.tag = tag;
        this.missing = missing;
    }

    static FixValueException of(String problem, FixMessage message, int field, int tag) {
        boolean absent = field == FixMessage.ABSENT;
        String text = "a field " + problem + " tag=" + tag + named(message.dictionary(), tag)
                + (absent ? "" : " value=" + shown(tag, message.textAt(field)));
        return new FixValueException(text, tag, absent, null);
    }

    /** Returns an error about a value that a program wants to write. */
    static FixValueException written(String problem, int tag, Object value, Throwable cause) {
        return new FixValueException(
                problem + " tag=" + tag + " value=" + shown(tag, String.valueOf(value)), tag, value == null, cause);
    }

    /** Returns the same error with the member of a class that was to hold the field. */
    FixValueException in(String where) {
        return new FixValueException(getMessage() + " field=" + where, tag, missing, this);
    }

    private static String named(FixDictionary dictionary, int tag) {
        FixField field = dictionary == null ? null : dictionary.field(tag);
        return field == null ? "" : " name=" + field.name();
    }

    private static String shown(int tag, String value) {
        if (FixTags.isPassword(tag)) {
            return "***";
        }
        return value.length() <= MOST_SHOWN ? value : value.substring(0, MOST_SHOWN) + "...";
    }

    /** Returns the tag of the field. */
    public int tag() {
        return tag;
    }

    /** Returns whether the field is missing; otherwise its value does not fit. */
    public boolean isMissing() {
        return missing;
    }
}
