package io.millrace.benchmarks;

import io.millrace.wire.BinaryCodec;
import io.millrace.wire.BinaryDecoder;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;

/** Growing messages in BINARY. */
public final class MillraceGrowthWorkload extends GrowthWorkload {
    private static final int MEMORY_BYTES = 1 << 16;

    /** Creates the workload; a fork calls this. */
    public MillraceGrowthWorkload() {}

    @Override
    Trip open(Object message) {
        @SuppressWarnings("unchecked") // the class of the message
        Class<Object> type = (Class<Object>) message.getClass();
        BinaryCodec<Object> codec = Wire.of(WireTypes.none()).codec(type);
        BinaryDecoder<Object> decoder = codec.decoder();
        BinaryOutput out = BinaryOutput.allocate(MEMORY_BYTES);
        BinaryInput in = new BinaryInput();
        return new Trip() {
            private Object reuse;

            @Override
            public void write() {
                out.reset();
                codec.write(out, message);
            }

            @Override
            public Object read() {
                reuse = decoder.read(in.wrap(out.segment(), out.start(), out.length()), reuse);
                return reuse;
            }
        };
    }
}
