package io.millrace.wire;

import java.util.List;

/** Decodes the values of a {@link ValuesCodec} that were written under one schema. Thread-safe. */
public final class ValuesDecoder {

    private final String where;
    private final List<String> names;
    private final int[] positions;
    private final ValueDecoder[] decoders;
    private final Object[] defaults;

    ValuesDecoder(String where, List<String> names, int[] positions, ValueDecoder[] decoders, Object[] defaults) {
        this.where = where;
        this.names = names;
        this.positions = positions;
        this.decoders = decoders;
        this.defaults = defaults;
    }

    /**
     * Reads one of the written values: for a mutable class into an earlier one.
     *
     * @param in the input at the first byte of the value
     * @param number the position of the value among those that were written
     * @param reuse a value that may be changed and returned, or null
     * @return the value, or null
     * @throws WireException if it cannot be read; {@code reuse} may then be partly changed
     */
    public Object readOne(BinaryInput in, int number, Object reuse) {
        try {
            return decoders[number].read(in, reuse);
        } catch (RuntimeException e) {
            throw WireException.within(e, where, names, number);
        }
    }

    /**
     * Reads the values up to the end of the input.
     *
     * @param in the values and nothing else
     * @return the values in the order of the codec, new each time
     * @throws WireException if they cannot be read
     */
    public Object[] read(BinaryInput in) {
        Object[] row = defaults.clone();
        int i = 0;
        try {
            for (; i < decoders.length; i++) {
                Object value = decoders[i].read(in, null);
                if (positions[i] >= 0) {
                    row[positions[i]] = value;
                }
            }
            i = -1;
            in.expectEnd();
        } catch (RuntimeException e) {
            throw WireException.within(e, where, names, i);
        }
        return row;
    }
}
