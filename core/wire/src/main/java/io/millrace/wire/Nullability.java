package io.millrace.wire;

/** Whether a scalar may be null; everything that is not a scalar may be. */
public enum Nullability {
    /** Never null: a Java primitive, or the value of a family member. */
    REQUIRED,
    /** May be null. */
    NULLABLE
}
