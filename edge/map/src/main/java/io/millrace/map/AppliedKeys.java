package io.millrace.map;

/** Accepts the keys that a map gets and loses as the log is applied: in its order, and under the lock of the map. */
interface AppliedKeys {

    /** Accepts nothing. */
    AppliedKeys NONE = (_, _, _) -> {};

    /** Accepts a key that was not there and was put, or that was there and was removed. */
    void key(MapCall call, MapForm[] forms, KeyLookup key);

    /** Accepts that all keys come again. */
    default void restarted() {}
}
