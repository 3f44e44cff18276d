package io.millrace.text;

import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;

/**
 * Writes the rest of a message whose fields are not in the order of the schema: it writes values in the order of the
 * text, and reorders them at the end. The time is proportional to the bytes of the message, whatever the order.
 */
final class JsonFieldReorderer {
    private final int[] starts;
    private final int[] ends;
    private final long[] gaps;
    private final int inOrder;

    /**
     * Creates the reorderer after the first field that is out of order.
     *
     * @param fields the number of fields
     * @param inOrder the number of fields written in order, including missing ones
     * @param gaps which of these were missing
     */
    JsonFieldReorderer(int fields, int inOrder, long[] gaps) {
        this.starts = new int[fields];
        this.ends = new int[fields];
        this.gaps = gaps;
        this.inOrder = inOrder;
    }

    /** Reads from the value of the late field to the end of the object. */
    void read(JsonMessage message, int start, int late, JsonSource source) {
        BinaryOutput out = source.out;
        measure(message, start, out);
        value(message, late, source);
        for (source.next(); source.token() != JsonToken.END_OBJECT; source.next()) {
            int number = message.number(source.text(), starts.length, source);
            if (number >= 0) {
                value(message, number, source);
            }
        }
        for (int i = 0; i < starts.length; i++) {
            if (ends[i] == 0) {
                starts[i] = out.length();
                message.writeMissing(i, out);
                ends[i] = out.length();
            }
        }
        order(start, out);
    }

    /** Finds the positions of the fields written so far. */
    private void measure(JsonMessage message, int start, BinaryOutput out) {
        BinaryInput in = new BinaryInput(out.limits()).wrap(out.segment(), out.start(), out.length());
        in.rewind(start);
        for (int i = 0; i < inOrder; i++) {
            int from = in.offset();
            message.skip(i, in);
            if ((gaps[i >>> 6] & 1L << i) == 0) {
                starts[i] = from;
                ends[i] = in.offset();
            }
        }
    }

    private void value(JsonMessage message, int number, JsonSource source) {
        if (ends[number] != 0) {
            throw message.twice(number, source);
        }
        starts[number] = source.out.length();
        message.readField(number, source);
        ends[number] = source.out.length();
    }

    private void order(int start, BinaryOutput out) {
        byte[] written = out.toByteArray(start);
        byte[] ordered = new byte[written.length];
        int length = 0;
        for (int i = 0; i < starts.length; i++) {
            int bytes = ends[i] - starts[i];
            System.arraycopy(written, starts[i] - start, ordered, length, bytes);
            length += bytes;
        }
        out.cut(start);
        out.writeFrom(ordered, 0, length);
    }
}
