package io.millrace.fuzz;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Transcoders;
import io.millrace.wire.Wire;
import io.millrace.wire.WireCodec;
import io.millrace.wire.WireDecoder;
import io.millrace.wire.WireEncoder;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The input is the format's number, the type's number and a stream of messages. Messages that can be read in a format
 * can be written in it, and are then read as equal messages. All constants of {@link WireFormat} are used, so new
 * formats are included.
 */
final class FormatTarget implements Target {
    private static final WireFormat[] FORMATS = WireFormat.values();

    /** The most messages of one stream that are read. */
    private static final int MAX_MESSAGES = 64;

    private final Wire wire = Samples.wire();
    private final List<Class<?>> types = Samples.types();
    private final Guard guard = new Guard(4 << 20, 8_192);

    @Override
    public void accept(byte[] input) {
        if (input.length < 2) {
            return;
        }
        WireFormat format = FORMATS[(input[0] & 0xFF) % FORMATS.length];
        Class<?> type = types.get((input[1] & 0xFF) % types.size());
        if (holds(format, type)) {
            read(wire.codec(type, format, TextOptions.lenient()), Arrays.copyOfRange(input, 2, input.length));
        }
    }

    /**
     * Returns whether the format can represent the type. Some formats, such as CSV, do not support every type, and
     * creating their codec fails.
     */
    private boolean holds(WireFormat format, Class<?> type) {
        try {
            wire.codec(type, format).encoder();
            return true;
        } catch (WireTypeException e) {
            return false;
        }
    }

    private <T> void read(WireCodec<T> codec, byte[] bytes) {
        List<T> messages = guard.read(bytes.length, () -> messages(codec, bytes));
        guard.read(bytes.length, () -> binary(codec, bytes));
        if (messages == null || messages.isEmpty()) {
            return;
        }
        byte[] written = written(codec, messages);
        if (written != null) {
            List<T> again = messages(codec, written);
            Guard.check(
                    Arrays.equals(written, written(codec, again)),
                    "a message differs after it was written and read format=" + codec.format());
        }
    }

    private static <T> List<T> messages(WireCodec<T> codec, byte[] bytes) {
        WireDecoder<T> decoder = codec.decoder();
        BinaryInput in = BinaryInput.of(bytes);
        List<T> messages = new ArrayList<>();
        do {
            messages.add(decoder.read(in));
        } while (in.remaining() > 0 && messages.size() < MAX_MESSAGES);
        return messages;
    }

    /** Reads a message without the classes. */
    private static <T> byte[] binary(WireCodec<T> codec, byte[] bytes) {
        BinaryOutput out = BinaryOutput.allocate(64);
        Transcoders.of(codec.format(), codec.schema(), TextOptions.lenient()).toBinary(BinaryInput.of(bytes), out);
        return out.toByteArray();
    }

    /**
     * Writes all messages of a stream; returns null if the format cannot represent one: null itself, an unpaired
     * surrogate.
     */
    private static <T> byte[] written(WireCodec<T> codec, List<T> messages) {
        WireEncoder<T> encoder = codec.encoder();
        BinaryOutput out = BinaryOutput.allocate(64);
        boolean text = switch (codec.format()) {
            case BINARY, RAW -> false;
            default -> true;
        };
        try {
            for (T message : text ? messages.subList(0, 1) : messages) {
                if (message == null) {
                    return null;
                }
                encoder.write(out, message);
            }
            return out.toByteArray();
        } catch (WireException e) {
            return null;
        }
    }

    private <T> byte[] seed(int format, int number, Class<T> type) {
        T message = type.cast(Samples.messages().get(number));
        byte[] written = written(wire.codec(type, FORMATS[format]), List.of(message));
        return Bytes.join(new byte[] {(byte) format, (byte) number}, written);
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int format = 0; format < FORMATS.length; format++) {
            for (int i = 0; i < types.size(); i++) {
                if (holds(FORMATS[format], types.get(i))) {
                    seeds.add(seed(format, i, types.get(i)));
                }
            }
        }
        return seeds;
    }
}
