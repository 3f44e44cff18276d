package io.millrace.map;

/** Whether a map serves ranges of keys. It is not stored, so each opening may choose anew. */
public enum KeyOrder {
    /** It has no ordered index, and refuses ranges. */
    NONE,
    /**
     * It has an ordered index: keys are {@link Comparable} and in their natural order, those that compare as equal in
     * that of their encoded bytes, without sign. Takes a key object and about 130 bytes for each key, on the heap.
     */
    NATURAL
}
