package io.millrace.benchmarks;

/**
 * A persisted key-value store under test, with keys of {@link #KEY_BYTES} and values of {@link #VALUE_BYTES}. What was
 * put survives the death of the process, unless the side's name says otherwise.
 */
interface KeyValueStore extends AutoCloseable {
    int KEY_BYTES = 40;
    int VALUE_BYTES = 200;

    void put(byte[] key, byte[] value);

    /**
     * Reads a value.
     *
     * @param key the key
     * @param reuse an array that the value may be written into
     * @return the value, in that array or another one; null where there is none
     */
    byte[] get(byte[] key, byte[] reuse);

    /** Makes what was put survive the death of the process, where the store does so only when it is told to. */
    default void settle() {}

    @Override
    void close();
}
