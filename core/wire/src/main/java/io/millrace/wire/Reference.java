package io.millrace.wire;

/**
 * A use of a named type, which may be null: an enum constant is the varint of its ordinal + 1, a message follows a
 * presence byte, a family member is the varint of the member's number + 1 and then the member, each with 0 for null.
 *
 * @param number the place of the named type in the schema's table, from 0
 */
public record Reference(int number) implements WireType {
    /** Refuses a negative number. */
    public Reference {
        if (number < 0) {
            throw new IllegalArgumentException("number=" + number);
        }
    }
}
