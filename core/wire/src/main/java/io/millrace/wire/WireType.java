package io.millrace.wire;

/** The type of a field, a parameter or an element; named types are reached through a {@link Reference}. */
public sealed interface WireType permits Scalar, Reference, ListType, SetType, MapType, ArrayType {
    /** How deep lists, sets, maps and arrays may nest within one type. */
    int MAX_NESTING = 32;
}
