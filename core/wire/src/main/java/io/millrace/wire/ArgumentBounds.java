package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Finds where each argument of a call is in its encoded arguments, by the schema alone: for example to take some of
 * them and leave others out. One thread at a time.
 */
public final class ArgumentBounds {
    private final List<Field> parameters;
    private final List<NamedType> types;
    private final BinaryInput input = new BinaryInput();

    private ArgumentBounds(CallSchema schema) {
        this.parameters = schema.parameters();
        this.types = schema.types();
    }

    /** Returns what finds the arguments of the calls of a schema. */
    public static ArgumentBounds of(CallSchema schema) {
        return new ArgumentBounds(schema);
    }

    /**
     * Returns where the arguments end, in order, in bytes from the first one on. Each begins where the one before it
     * ends.
     *
     * @param memory contains the arguments in BINARY
     * @param offset the offset of the first argument
     * @param length their length in bytes
     * @throws WireException if the bytes are not such arguments
     */
    public int[] ends(MemorySegment memory, long offset, int length) {
        input.wrap(memory, offset, length);
        int[] ends = new int[parameters.size()];
        for (int i = 0; i < ends.length; i++) {
            ValueSkipper.skip(input, parameters.get(i).type(), types);
            ends[i] = length - input.remaining();
        }
        input.expectEnd();
        return ends;
    }
}
