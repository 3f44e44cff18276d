package io.millrace.load;

/**
 * Draws the values of a parameter. A value is held in a {@code long}: a whole number is itself, a decimal the bits of a
 * {@code double}, a text the seed from which its generator creates it. Immutable, for any number of threads.
 */
interface Generator {
    ValueKind kind();

    /** Draws the value of an operation. */
    long draw(Randomness random, long sequence);

    /** Appends a value as text. */
    void appendTo(StringBuilder out, long drawn);
}
