package io.millrace.load;

/** What the values of a parameter are. */
public enum ValueKind {
    /** Whole numbers that fit a {@code long}. */
    INTEGER,
    /** Numbers that fit a {@code double}. */
    DECIMAL,
    /** Texts. */
    TEXT
}
