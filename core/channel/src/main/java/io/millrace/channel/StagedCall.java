package io.millrace.channel;

import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;

/** A view of a call that is encoded and not yet published. Reused; valid until its writer changes. */
public final class StagedCall {

    private CallSchema schema;
    private MemorySegment segment;
    private long offset;
    private int length;

    StagedCall() {}

    StagedCall set(CallSchema newSchema, MemorySegment newSegment, long newOffset, int newLength) {
        schema = newSchema;
        segment = newSegment;
        offset = newOffset;
        length = newLength;
        return this;
    }

    /** Returns the method and its parameters. */
    public CallSchema schema() {
        return schema;
    }

    /** Returns the memory that holds the arguments. */
    public MemorySegment segment() {
        return segment;
    }

    /** Returns where in {@link #segment()} the arguments begin. */
    public long offset() {
        return offset;
    }

    /** Returns the length of the arguments in bytes. */
    public int length() {
        return length;
    }

    /** Returns the call as a YAML document. */
    public String yaml() {
        return CallText.yaml(schema, segment, offset, length);
    }
}
