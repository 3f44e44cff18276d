package io.millrace.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.MessageType;
import io.millrace.wire.Messages;
import io.millrace.wire.NamedType;
import io.millrace.wire.RandomMessages;
import io.millrace.wire.Reference;
import io.millrace.wire.Schema;
import io.millrace.wire.Transcoder;
import io.millrace.wire.Transcoders;
import io.millrace.wire.Wire;
import io.millrace.wire.WireCodec;
import io.millrace.wire.WireDecoder;
import io.millrace.wire.WireEncoder;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireType;
import io.millrace.wire.WireTypes;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every format: nothing is lost on the way there and back, and no input does any harm. */
class WireFormatTest {
    private static final WireTypes TYPES =
            WireTypes.none().allow(Messages.Trade.class, Messages.Side.class, Messages.Quote.class);

    private static final String MARKS = " \n-:#[]{},&*!|>'\"%@\t0\0";

    private final long seed = System.nanoTime();
    private final Wire wire = Wire.of(TYPES);
    private final BinaryInput in = new BinaryInput();
    private final BinaryOutput out = BinaryOutput.allocate(64);

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sample(Schema schema, byte[] binary) {}

    private static Sample sample(YamlRandom random) {
        List<NamedType> types = random.types();
        WireType root = random.type(0);
        BinaryOutput binary = BinaryOutput.allocate(1_024);
        if (root instanceof Reference reference && types.get(reference.number()) instanceof MessageType message) {
            random.fields(types, message.fields(), binary, 0);
        } else {
            random.value(types, root, binary, 0);
        }
        return new Sample(new Schema(types, root), binary.toByteArray());
    }

    private static byte[] to(Transcoder transcoder, byte[] binary) {
        BinaryOutput to = BinaryOutput.allocate(64);
        BinaryInput from = BinaryInput.of(binary);
        transcoder.fromBinary(from, to);
        from.expectEnd();
        return to.toByteArray();
    }

    private static byte[] from(Transcoder transcoder, byte[] bytes) {
        BinaryOutput to = BinaryOutput.allocate(64);
        BinaryInput from = BinaryInput.of(bytes);
        transcoder.toBinary(from, to);
        from.expectEnd();
        return to.toByteArray();
    }

    @ParameterizedTest
    @EnumSource
    void anyValueOfAnySchemaComesBackToTheSameBytes(WireFormat format) {
        for (int i = 0; i < 500; i++) {
            long one = seed + i;
            Sample sample = sample(new YamlRandom(one));
            byte[] there = to(Transcoders.of(format, sample.schema), sample.binary);
            try {
                byte[] back = from(Transcoders.of(format, sample.schema), there);
                assertArrayEquals(sample.binary, back, () -> "seed=" + one + "\n" + new String(there, UTF_8));
                assertArrayEquals(there, to(Transcoders.of(format, sample.schema), back));
            } catch (WireException e) {
                throw new AssertionError(
                        "seed=" + one + " schema=" + sample.schema + "\n" + new String(there, UTF_8), e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anyMessageOfAClassIsEqualAfterwards(WireFormat format) {
        for (Class<?> type : RandomMessages.all()) {
            roundTrips(type, format);
        }
    }

    private <T> void roundTrips(Class<T> type, WireFormat format) {
        WireCodec<T> codec = wire.codec(type, format);
        assertSame(format, codec.format());
        WireEncoder<T> encoder = codec.encoder();
        WireDecoder<T> decoder = codec.decoder();
        Transcoder transcoder = Transcoders.of(format, codec.schema());
        RandomMessages random = new RandomMessages(seed, TYPES);
        T reuse = null;
        for (int i = 0; i < 200; i++) {
            T message = random.of(type);
            out.reset();
            encoder.write(out, message);
            reuse = decoder.read(in.wrap(out.segment(), out.start(), out.length()), reuse);
            assertEquals(0, in.remaining());
            assertEquals(message, reuse, "seed=" + seed + " i=" + i + " format=" + format);
            byte[] written = out.toByteArray();
            out.reset();
            wire.codec(type).write(out, message);
            assertArrayEquals(out.toByteArray(), from(transcoder, written), "seed=" + seed + " i=" + i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyFormatLeadsToEveryOther(WireFormat from) {
        for (WireFormat to : WireFormat.values()) {
            for (int i = 0; i < 100; i++) {
                Sample sample = sample(new YamlRandom(seed + i));
                byte[] there = to(Transcoders.of(from, sample.schema), sample.binary);
                byte[] binary = from(Transcoders.of(from, sample.schema), there);
                byte[] other = to(Transcoders.of(to, sample.schema), binary);
                byte[] back = from(Transcoders.of(to, sample.schema), other);
                assertArrayEquals(sample.binary, back, "seed=" + (seed + i) + " from=" + from + " to=" + to);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void damageGivesOnlyWireExceptions(WireFormat format) {
        Random damage = new Random(seed);
        int refused = 0;
        for (int i = 0; i < 500; i++) {
            Sample sample = sample(new YamlRandom(seed + i));
            Transcoder transcoder = Transcoders.of(format, sample.schema);
            byte[] bytes = to(transcoder, sample.binary);
            for (int j = 0; j < 3 && bytes.length > 0; j++) {
                byte[] other = {(byte) damage.nextInt(), (byte) MARKS.charAt(damage.nextInt(MARKS.length()))};
                bytes[damage.nextInt(bytes.length)] = other[damage.nextInt(2)];
            }
            refused += refuses(transcoder, bytes, seed + i);
            if (sample.binary.length > 0) {
                sample.binary[damage.nextInt(sample.binary.length)] ^= (byte) (1 << damage.nextInt(8));
                try {
                    to(Transcoders.of(format, sample.schema), sample.binary);
                } catch (WireException expected) {
                    refused++;
                }
            }
        }
        assertTrue(refused > 50, "refused=" + refused);
    }

    private static int refuses(Transcoder transcoder, byte[] bytes, long seed) {
        try {
            from(transcoder, bytes);
            return 0;
        } catch (WireException expected) {
            assertTrue(expected.getMessage().length() < 20_000);
            return 1;
        } catch (RuntimeException e) {
            throw new AssertionError("seed=" + seed + "\n" + new String(bytes, UTF_8), e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMessageThatIsCutOffIsRefused(WireFormat format) {
        WireCodec<Messages.Trade> codec = wire.codec(Messages.Trade.class, format);
        codec.encoder().write(out, new RandomMessages(seed, TYPES).of(Messages.Trade.class));
        BinaryInput half = in.wrap(out.segment(), out.start(), 2);
        assertThrows(WireException.class, () -> codec.decoder().read(half));
    }
}
