package io.millrace.wire;

/**
 * What is remembered of the last message of one key, field by field; for generated code, which extends it. For one
 * thread.
 */
public abstract class DeltaFields {
    /** Called by generated code. */
    protected DeltaFields() {}

    /** One for another key. */
    public abstract DeltaFields another();

    /** The hash of a message's key; does not depend on what is remembered. */
    public abstract int keyHash(Object message);

    /** Whether a message has the key of the one that is remembered. */
    public abstract boolean sameKey(Object message);

    /** Whether a message has the same bytes in BINARY as the one that is remembered. */
    public abstract boolean same(Object message);

    /** Remembers a message. */
    public abstract void keep(Object message);

    /**
     * Writes which fields of a message, which has the key of the one that is remembered, have changed, and how; and
     * remembers it.
     */
    public abstract void writeChanges(BinaryOutput out, Object message);

    /** Reads which fields have changed, and how, and remembers that. */
    public abstract void applyChanges(BinaryInput in);

    /**
     * What is remembered as a message.
     *
     * @param reuse a mutable message that may be changed and returned, or null
     */
    public abstract Object current(Object reuse);
}
