package io.millrace.wire;

/** Whether a scalar may be null; all other values may be null. */
public enum Nullability {
    /** Never null: a Java primitive, or a scalar that is a member of a union type. */
    REQUIRED,
    /** May be null. */
    NULLABLE
}
