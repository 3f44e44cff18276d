package io.millrace.fuzz;

import io.millrace.text.Yaml;
import io.millrace.wire.BinaryCodec;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The input is the type's number and a message in BINARY. A message that can be read can be written and read again,
 * also in YAML.
 */
final class BinaryTarget implements Target {
    private final Wire wire = Samples.wire();
    private final List<Class<?>> types = Samples.types();
    private final Guard guard = new Guard(4 << 20, 2_048);

    @Override
    public void accept(byte[] input) {
        if (input.length > 0) {
            Class<?> type = types.get((input[0] & 0xFF) % types.size());
            read(type, Arrays.copyOfRange(input, 1, input.length));
        }
    }

    private <T> void read(Class<T> type, byte[] bytes) {
        BinaryCodec<T> codec = wire.codec(type);
        T message = guard.read(bytes.length, () -> codec.decoder().read(BinaryInput.of(bytes)));
        if (message == null) {
            return;
        }
        byte[] written = write(codec, message);
        T again = codec.decoder().read(BinaryInput.of(written));
        Guard.check(Arrays.equals(written, write(codec, again)), "a message differs after it was written and read");
        String text = yaml(message);
        if (text != null && type != Samples.Shape.class) {
            T fromText = Yaml.of(wire).read(type, text, TextOptions.strict());
            Guard.check(text.equals(yaml(fromText)), "a message differs after it was written and read in YAML");
        }
    }

    /**
     * Returns the text, or null if YAML cannot represent the message: an unpaired surrogate, a number that is too long.
     */
    private String yaml(Object message) {
        try {
            return Yaml.of(wire).write(message);
        } catch (WireException e) {
            return null;
        }
    }

    static <T> byte[] write(BinaryCodec<T> codec, T message) {
        BinaryOutput out = BinaryOutput.allocate(64);
        codec.write(out, message);
        return out.toByteArray();
    }

    private <T> byte[] seed(int number, Class<T> type) {
        Object message = Samples.messages().get(number);
        return Bytes.join(new byte[] {(byte) number}, write(wire.codec(type), type.cast(message)));
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            seeds.add(seed(i, types.get(i)));
        }
        return seeds;
    }
}
