package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Wire;
import io.millrace.wire.WireCodec;
import io.millrace.wire.WireDecoder;
import io.millrace.wire.WireEncoder;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/** The wire suite with our formats, all of them used through the same interface. */
public final class MillraceWireWorkload extends WireWorkload {
    private static final int OTHER_BYTES = 4_096;
    private static final int OTHER_USES = 50_000;

    private final Wire wire = Wire.of(WireTypes.none());

    /** Creates the workload; a fork calls this. */
    public MillraceWireWorkload() {}

    @Override
    List<String> formats() {
        return Arrays.stream(WireFormat.values()).map(WireFormat::name).toList();
    }

    /**
     * Runs BINARY in an array and in a mapped file, as a stream and a journal use it: the JDK has a class for each of
     * them.
     */
    @Override
    void runOtherUses() throws IOException {
        Path file = Files.createTempFile("wire", ".bin");
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            use(MemorySegment.ofArray(new byte[OTHER_BYTES]));
            use(channel.map(FileChannel.MapMode.READ_WRITE, 0, OTHER_BYTES, arena));
        } finally {
            Files.delete(file);
        }
    }

    private void use(MemorySegment memory) {
        BinaryOutput out = BinaryOutput.over(
                (_, neededBytes) -> {
                    throw new BenchmarkException("a message does not fit neededBytes=" + neededBytes);
                },
                WireLimits.defaults());
        BinaryInput in = new BinaryInput();
        WireEncoder<OrderSingle> encoder =
                wire.codec(OrderSingle.class, WireFormat.BINARY).encoder();
        WireDecoder<OrderSingle> decoder =
                wire.codec(OrderSingle.class, WireFormat.BINARY).decoder();
        OrderSingle order = OrderSingle.example();
        OrderSingle reuse = null;
        for (int i = 0; i < OTHER_USES; i++) {
            order.change(i);
            out.wrap(memory, 0, OTHER_BYTES);
            encoder.write(out, order);
            reuse = decoder.read(in.wrap(memory, 0, out.length()), reuse);
        }
    }

    @Override
    RoundTrip open(String format, WireMessage message) {
        return coded(WireFormat.valueOf(format), message);
    }

    private <T extends WireMessage> RoundTrip coded(WireFormat format, T message) {
        @SuppressWarnings("unchecked") // the class of a T is a Class<T>
        Class<T> type = (Class<T>) message.getClass();
        return new Coded<>(wire.codec(type, format), message);
    }

    private static final class Coded<T extends WireMessage> extends RoundTrip {
        private final T message;
        private final WireEncoder<T> encoder;
        private final WireDecoder<T> decoder;
        private final BinaryOutput out = BinaryOutput.allocate(MEMORY_BYTES);
        private final BinaryInput in = new BinaryInput();
        private int[] ends = new int[1];
        private int written;
        private int next;
        private T reuse;

        Coded(WireCodec<T> codec, T message) {
            super(message);
            this.message = message;
            this.encoder = codec.encoder();
            this.decoder = codec.decoder();
        }

        @Override
        void rewind() {
            out.reset();
            written = 0;
            next = 0;
        }

        @Override
        int write() {
            int before = out.length();
            encoder.write(out, message);
            if (++written == ends.length) {
                ends = Arrays.copyOf(ends, 2 * ends.length);
            }
            ends[written] = out.length();
            return out.length() - before;
        }

        @Override
        WireMessage read() {
            int start = ends[next++];
            reuse = decoder.read(in.wrap(out.segment(), start, ends[next] - start), reuse);
            return reuse;
        }
    }
}
