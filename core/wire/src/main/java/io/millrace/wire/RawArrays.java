package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;

/** Encodes and decodes arrays of primitives in RAW by copying memory; {@code byte[]} is a scalar. */
final class RawArrays {
    private RawArrays() {}

    private static ValueLayout layout(ScalarKind kind) {
        return switch (kind) {
            case SHORT -> Layouts.SHORT;
            case CHAR -> Layouts.CHAR;
            case INT -> Layouts.INT;
            case LONG -> Layouts.LONG;
            case FLOAT -> Layouts.FLOAT;
            case DOUBLE -> Layouts.DOUBLE;
            default -> throw new IllegalArgumentException("kind=" + kind);
        };
    }

    /** Encodes an array as the count + 1 and the elements. */
    record Encoder(ScalarKind kind) implements ValueEncoder {
        @Override
        public void write(BinaryOutput out, Object value) {
            switch (value) {
                case null -> out.writeNull();
                case boolean[] array -> {
                    out.writeCount(array.length);
                    for (boolean each : array) {
                        out.writeBoolean(each);
                    }
                }
                default -> {
                    int count = Array.getLength(value);
                    ValueLayout layout = layout(kind);
                    out.writeCount(count);
                    long at = out.take(count * layout.byteSize());
                    MemorySegment.copy(value, 0, out.segment(), layout, at, count);
                }
            }
        }
    }

    /** Decodes into the earlier array if that may be changed and has the right length, else into a new one. */
    record Decoder(ScalarKind kind, MessageForm holder) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            int count = in.readCount();
            if (count < 0) {
                return null;
            }
            Object old = holder == MessageForm.CLASS ? reuse : null;
            if (kind == ScalarKind.BOOLEAN) {
                boolean[] array = old instanceof boolean[] same && same.length == count ? same : new boolean[count];
                for (int i = 0; i < count; i++) {
                    array[i] = in.readBoolean();
                }
                return array;
            }
            ValueLayout layout = layout(kind);
            long at = in.take(count * layout.byteSize());
            Object array =
                    old != null && Array.getLength(old) == count ? old : Array.newInstance(layout.carrier(), count);
            MemorySegment.copy(in.segment(), layout, at, array, 0, count);
            return array;
        }
    }
}
