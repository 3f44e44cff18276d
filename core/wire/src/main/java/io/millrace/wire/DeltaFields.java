package io.millrace.wire;

/** The fields of the last message of one key; extended by generated code. For one thread. */
public abstract class DeltaFields {
    /** Creates an object without a message; called by generated code. */
    protected DeltaFields() {}

    /** Returns a new object for another key. */
    public abstract DeltaFields another();

    /** Returns the hash of a message's key; does not depend on the stored message. */
    public abstract int keyHash(Object message);

    /** Returns whether a message has the key of the stored message. */
    public abstract boolean sameKey(Object message);

    /** Returns whether a message has the same bytes in BINARY as the stored message. */
    public abstract boolean same(Object message);

    /** Stores a message. */
    public abstract void keep(Object message);

    /** Writes the changes from the stored message to a message with the same key, and stores the new message. */
    public abstract void writeChanges(BinaryOutput out, Object message);

    /** Reads changes and applies them to the stored message. */
    public abstract void applyChanges(BinaryInput in);

    /**
     * Returns the stored message.
     *
     * @param reuse a mutable message that may be changed and returned, or null
     */
    public abstract Object current(Object reuse);
}
