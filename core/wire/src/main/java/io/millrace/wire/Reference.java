package io.millrace.wire;

/**
 * A use of a named type; its value may be null, which is encoded as 0. An enum constant is encoded as the varint of its
 * ordinal + 1, a message follows a presence byte, and a union type is encoded as {@link UnionType} describes.
 *
 * @param number the position of the named type in the schema's table, from 0
 */
public record Reference(int number) implements WireType {
    /** Refuses a negative number. */
    public Reference {
        if (number < 0) {
            throw new IllegalArgumentException("number=" + number);
        }
    }
}
