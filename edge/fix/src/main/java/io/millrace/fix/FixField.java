package io.millrace.fix;

import java.util.List;

/** A field of a dictionary: its tag, its name, its type, and the values that it may have. */
public final class FixField {

    private final int tag;
    private final String name;
    private final FixType type;
    private final FixValues values;
    private final String origin;

    FixField(int tag, String name, FixType type, FixValues values, String origin) {
        this.tag = tag;
        this.name = name;
        this.type = type;
        this.values = values;
        this.origin = origin;
    }

    /** Returns the number of the field, at least 1. */
    public int tag() {
        return tag;
    }

    /** Returns the name, such as {@code ClOrdID}. */
    public String name() {
        return name;
    }

    /** Returns the kind of values. */
    public FixType type() {
        return type;
    }

    /** Returns the values that are listed; empty if any value of the type is allowed. */
    public List<String> values() {
        return values == null ? List.of() : values.texts();
    }

    /** Returns where the field is described, as {@code file=NAME line=NUMBER}. */
    public String origin() {
        return origin;
    }

    /** Returns what a listed value means, such as {@code BUY}, or null if the value is not listed. */
    public String meaningOf(String value) {
        byte[] bytes = FixText.bytes(value);
        return meaningOf(bytes, 0, bytes.length);
    }

    /** Returns the same field with other values, described elsewhere. */
    FixField with(FixValues others, String described) {
        return new FixField(tag, name, type, others, described);
    }

    /** Returns what a listed value means, such as {@code BUY}, or null if the value is not listed. */
    public String meaningOf(byte[] bytes, int start, int end) {
        return values == null ? null : values.nameOf(bytes, start, end);
    }

    boolean isListed() {
        return values != null;
    }

    /** Returns whether the value is one of those that are listed, or none are listed. */
    boolean allows(byte[] bytes, int start, int end) {
        if (values == null) {
            return true;
        }
        boolean many = type == FixType.VALUES || type == FixType.CHARS;
        return many ? values.containsAll(bytes, start, end) : values.contains(bytes, start, end);
    }

    @Override
    public String toString() {
        return name + "(" + tag + ")";
    }
}
