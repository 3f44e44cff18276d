package io.millrace.wire;

/**
 * A use of a named type, which may be null: an enum constant is the varint of its ordinal + 1, a message follows a
 * presence byte, a family is encoded as {@link FamilyType} says; 0 is null in each.
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
