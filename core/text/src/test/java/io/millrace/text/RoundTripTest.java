package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.leaks.Lane;
import io.millrace.wire.BinaryCodec;
import io.millrace.wire.BinaryDecoder;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Messages;
import io.millrace.wire.RandomMessages;
import io.millrace.wire.TextOptions;
import io.millrace.wire.ValueSkipper;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("proof")
class RoundTripTest {
    private static final int MESSAGES = Lane.rounds(200);
    private static final int DAMAGED = Lane.rounds(300);

    private final WireTypes types =
            WireTypes.none().allow(Messages.Trade.class, Messages.Side.class, Messages.Quote.class);
    private final Wire wire = Wire.of(types);
    private final BinaryOutput out = BinaryOutput.allocate(64);
    private final BinaryInput in = new BinaryInput();

    static Iterable<Class<?>> all() {
        return RandomMessages.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    <T> void anyMessageIsEqualAfterBinary(Class<T> type) {
        long seed = System.nanoTime();
        RandomMessages random = new RandomMessages(seed, types);
        BinaryCodec<T> codec = wire.codec(type);
        BinaryDecoder<T> decoder = codec.decoder();
        for (int i = 0; i < MESSAGES; i++) {
            T message = random.of(type);
            out.reset();
            codec.write(out, message);
            T read = decoder.read(in.wrap(out.segment(), out.start(), out.length()));
            assertEquals(message, read, "seed=" + seed + " i=" + i);
            in.expectEnd();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    <T> void aMutableMessageThatIsUsedAgainIsEqualToo(Class<T> type) {
        long seed = System.nanoTime();
        RandomMessages random = new RandomMessages(seed, types);
        BinaryCodec<T> codec = wire.codec(type);
        BinaryDecoder<T> decoder = codec.decoder();
        T reuse = null;
        for (int i = 0; i < MESSAGES; i++) {
            T message = random.of(type);
            out.reset();
            codec.write(out, message);
            reuse = decoder.read(in.wrap(out.segment(), out.start(), out.length()), reuse);
            assertEquals(message, reuse, "seed=" + seed + " i=" + i);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    <T> void anyMessageIsEqualAfterYaml(Class<T> type) {
        long seed = System.nanoTime();
        RandomMessages random = new RandomMessages(seed, types);
        for (int i = 0; i < MESSAGES / 4; i++) {
            T message = random.of(type);
            out.reset();
            wire.codec(type).write(out, message);
            StringBuilder text = new StringBuilder();
            YamlText.of(wire.schema(type)).write(in.wrap(out.segment(), out.start(), out.length()), text);
            assertEquals(
                    message,
                    Yaml.of(wire).read(type, text.toString(), TextOptions.strict()),
                    () -> "seed=" + seed + " text=" + text);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    <T> void damagedBytesGiveOnlyWireExceptions(Class<T> type) {
        long seed = System.nanoTime();
        RandomMessages messages = new RandomMessages(seed, types);
        Random random = new Random(seed);
        BinaryCodec<T> codec = wire.codec(type);
        BinaryDecoder<T> decoder = codec.decoder();
        for (int i = 0; i < DAMAGED; i++) {
            out.reset();
            codec.write(out, messages.of(type));
            byte[] bytes = out.toByteArray();
            if (bytes.length > 0 && random.nextInt(8) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            for (int flips = random.nextInt(4); flips >= 0 && bytes.length > 0; flips--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                decoder.read(BinaryInput.of(bytes));
                ValueSkipper.skip(
                        BinaryInput.of(bytes),
                        codec.schema().root(),
                        codec.schema().types());
                YamlText.of(codec.schema()).write(BinaryInput.of(bytes), new StringBuilder());
            } catch (WireException expected) {
                // no other exception may occur
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed + " i=" + i, e);
            }
        }
    }
}
