package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.millrace.leaks.Lane;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties that only DELTA has: small changes, keys, key frames, a start in the middle. */
@Tag("proof")
class DeltaTest {
    private final long seed = System.nanoTime();
    private final Wire wire = Wire.of(WireTypes.none());
    private final BinaryOutput out = BinaryOutput.allocate(1_024);
    private final BinaryInput in = new BinaryInput();

    enum Side {
        BUY,
        SELL
    }

    sealed interface Note {}

    record Text(String text, int page) implements Note {}

    record Amount(double amount) implements Note {}

    record Leg(String venue, int lots, Leg next) {}

    /** Every way in which a field can change. */
    record Quote(
            @Key String symbol,
            @Key Side side,
            @Key long venue,
            boolean live,
            byte tiny,
            short small,
            char letter,
            int count,
            long id,
            float rate,
            double price,
            Integer boxed,
            Double perhaps,
            Instant at,
            String text,
            Leg leg,
            Note note,
            List<Leg> legs) {}

    /** Without a key. */
    static final class Counter {
        long number;
        double value;
        String name = "a name that stays";
    }

    record WrongKey(@Key List<String> names) {}

    private final Random random = new Random(seed);

    private Leg leg(Leg was, int depth) {
        if (depth > 3 || random.nextInt(6) == 0) {
            return null;
        }
        if (was == null) {
            return new Leg("X", random.nextInt(), null);
        }
        return new Leg(
                was.venue, was.lots + random.nextInt(3), random.nextBoolean() ? was.next : leg(was.next, depth + 1));
    }

    private Note note(Note was) {
        return switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> new Amount(random.nextInt(100) / 100.0);
            default -> was instanceof Text text ? new Text(text.text, text.page + 1) : new Text("page", 1);
        };
    }

    private double number(double was) {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextDouble();
            case 1 -> -0.0;
            case 2 -> Double.NaN;
            case 3 -> Double.longBitsToDouble(random.nextLong());
            default -> Math.rint((was + random.nextInt(3) * 0.01) * 100) / 100;
        };
    }

    /** Returns the same quote with some fields changed. */
    private Quote next(Quote was) {
        return new Quote(
                was.symbol,
                was.side,
                was.venue,
                random.nextInt(4) == 0 ? !was.live : was.live,
                (byte) (was.tiny + some(300)),
                (short) (was.small + some(70_000)),
                (char) (was.letter + some(70_000)),
                was.count + some(Integer.MAX_VALUE),
                random.nextInt(9) == 0 ? random.nextLong() : was.id + some(5),
                random.nextInt(5) == 0 ? (float) number(was.rate) : was.rate,
                random.nextInt(3) == 0 ? number(was.price) : was.price,
                random.nextInt(3) == 0 ? null : Integer.valueOf(some(4)),
                random.nextInt(3) == 0 ? null : was.perhaps == null ? 1.5 : was.perhaps + some(2),
                random.nextInt(9) == 0
                        ? (random.nextBoolean() ? null : Instant.MAX)
                        : Instant.ofEpochSecond(some(9), some(9)),
                random.nextInt(5) == 0 ? "text " + some(1_000) : was.text,
                random.nextBoolean() ? was.leg : leg(was.leg, 0),
                random.nextBoolean() ? was.note : note(was.note),
                random.nextInt(4) == 0 ? List.of(new Leg("L", some(9), null)) : was.legs);
    }

    private int some(int bound) {
        return random.nextInt(3) == 0 ? random.nextInt(bound) : 0;
    }

    private Quote first(int key) {
        Side side = key % 2 == 0 ? Side.BUY : Side.SELL;
        return new Quote(
                "S" + key, side, key, true, (byte) 1, (short) 2, '3', 4, 5, 6, 7, 8, 9.0, null, "t", null, null, null);
    }

    private <T> byte[] write(WireEncoder<T> encoder, T message) {
        out.reset();
        encoder.write(out, message);
        return out.toByteArray();
    }

    private DeltaCodec<Quote> quotes(int maxKeys, int keyFrameInterval) {
        return DeltaCodec.of(wire.codec(Quote.class), new DeltaOptions(maxKeys, keyFrameInterval));
    }

    @Test
    void anySequenceOfMessagesComesBack() {
        for (int run = 0; run < Lane.rounds(10); run++) {
            DeltaCodec<Quote> codec = quotes(1 + random.nextInt(12), 1 + random.nextInt(40));
            DeltaEncoder<Quote> encoder = codec.encoder();
            DeltaDecoder<Quote> decoder = codec.decoder();
            Transcoder without = Transcoders.of(WireFormat.DELTA, codec.schema());
            Map<Integer, Quote> last = new HashMap<>();
            for (int i = 0; i < 300; i++) {
                Quote quote = last.compute(random.nextInt(10), (key, was) -> was == null ? first(key) : next(was));
                byte[] written = write(encoder, quote);
                assertEquals(quote, decoder.read(BinaryInput.of(written)), "seed=" + seed + " run=" + run + " i=" + i);
                out.reset();
                without.toBinary(BinaryInput.of(written), out);
                byte[] binary = out.toByteArray();
                out.reset();
                wire.codec(Quote.class).write(out, quote);
                assertArrayEquals(out.toByteArray(), binary, "seed=" + seed + " run=" + run + " i=" + i);
            }
        }
    }

    @Test
    void aReaderMayStartAnywhereAndReadsEachKeyFromItsNextKeyFrameOn() {
        int interval = 10;
        for (int run = 0; run < 20; run++) {
            DeltaCodec<Quote> codec = quotes(100, interval);
            DeltaEncoder<Quote> encoder = codec.encoder();
            DeltaDecoder<Quote> decoder = codec.decoder();
            Map<Integer, Quote> last = new HashMap<>();
            Map<Integer, Integer> seen = new HashMap<>();
            int start = random.nextInt(200);
            for (int i = 0; i < 400; i++) {
                int key = random.nextInt(5);
                Quote quote = last.compute(key, (each, was) -> was == null ? first(each) : next(was));
                byte[] written = write(encoder, quote);
                if (i < start) {
                    continue;
                }
                BinaryInput message = BinaryInput.of(written);
                if (decoder.canRead(message)) {
                    assertEquals(quote, decoder.read(message), "seed=" + seed + " i=" + i);
                    seen.merge(key, interval, Integer::sum);
                } else {
                    assertThrows(DeltaGapException.class, () -> decoder.read(message));
                    assertTrue(seen.merge(key, 1, Integer::sum) < interval, "seed=" + seed + " i=" + i);
                }
            }
        }
    }

    @Test
    void aMessageLostInBetweenIsNoticedAndNothingWrongIsRead() {
        DeltaCodec<Counter> codec = DeltaCodec.of(wire.codec(Counter.class), DeltaOptions.defaults());
        for (int lost = 1; lost < 4; lost++) {
            DeltaEncoder<Counter> encoder = codec.encoder();
            DeltaDecoder<Counter> decoder = codec.decoder();
            Counter counter = new Counter();
            for (int i = 0; i < 20; i++) {
                counter.number++;
                byte[] written = write(encoder, counter);
                if (i < 10) {
                    assertEquals(counter.number, decoder.read(BinaryInput.of(written)).number);
                } else if (i >= 10 + lost) {
                    assertThrows(DeltaGapException.class, () -> decoder.read(BinaryInput.of(written)));
                }
            }
            encoder.restart();
            counter.number++;
            assertEquals(counter.number, decoder.read(BinaryInput.of(write(encoder, counter))).number);
        }
    }

    @Test
    void whatStaysTheSameTakesNoBytes() {
        DeltaEncoder<Counter> encoder = DeltaCodec.of(wire.codec(Counter.class), DeltaOptions.defaults())
                .encoder();
        Counter counter = new Counter();
        counter.value = 187.25;
        assertEquals(28, write(encoder, counter).length);
        assertEquals(2, write(encoder, counter).length); // header, no field
        counter.number += 60;
        assertEquals(3, write(encoder, counter).length);
        counter.value += 0.01;
        assertEquals(3, write(encoder, counter).length);
        counter.value = Math.PI;
        assertTrue(write(encoder, counter).length <= 11);
    }

    @Test
    void oneKeyMoreThanIsRememberedForgetsTheOneNumberedFirst() {
        DeltaEncoder<Quote> encoder = quotes(3, 1_000).encoder();
        DeltaDecoder<Quote> decoder = quotes(3, 1_000).decoder();
        List<Boolean> keyFrames = new ArrayList<>();
        for (int key : List.of(0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 0)) {
            byte[] written = write(encoder, first(key));
            keyFrames.add((BinaryInput.of(written).readUnsigned() & 1) != 0);
            assertEquals(first(key), decoder.read(BinaryInput.of(written)));
        }
        assertEquals(List.of(true, true, true, false, false, false, true, false, false, false, true), keyFrames);
        DeltaDecoder<Quote> narrow = quotes(2, 1_000).decoder();
        byte[] third = write(quotesAt(encoder), first(2));
        WireLimitException error = assertThrows(WireLimitException.class, () -> narrow.read(BinaryInput.of(third)));
        assertTrue(error.getMessage().contains("maxKeys=2"), error.getMessage());
    }

    private static DeltaEncoder<Quote> quotesAt(DeltaEncoder<Quote> encoder) {
        encoder.restart();
        return encoder;
    }

    @Test
    void aKeyThatIsNoScalarIsRefused() {
        WireTypeException error = assertThrows(
                WireTypeException.class, () -> DeltaCodec.of(wire.codec(WrongKey.class), DeltaOptions.defaults()));
        assertTrue(error.getMessage().contains("field=names"), error.getMessage());
    }

    @Test
    void damageInAnyMessageGivesOnlyWireExceptions() {
        DeltaCodec<Quote> codec = quotes(8, 16);
        int refused = 0;
        for (int run = 0; run < Lane.rounds(15); run++) {
            DeltaEncoder<Quote> encoder = codec.encoder();
            DeltaDecoder<Quote> decoder = codec.decoder();
            Quote quote = first(run);
            for (int i = 0; i < 40; i++) {
                quote = next(quote);
                byte[] written = write(encoder, quote);
                if (i > 0 && random.nextInt(3) == 0) {
                    written[random.nextInt(written.length)] ^= (byte) (1 << random.nextInt(8));
                }
                try {
                    decoder.read(BinaryInput.of(written));
                } catch (WireException expected) {
                    refused++;
                } catch (RuntimeException e) {
                    throw new AssertionError("seed=" + seed + " run=" + run + " i=" + i, e);
                }
            }
        }
        assertTrue(refused > 100, "refused=" + refused);
    }

    @Test
    void anotherVersionOfTheClassReadsWhatItKnows() {
        DeltaEncoder<Counter> encoder = DeltaCodec.of(wire.codec(Counter.class), DeltaOptions.defaults())
                .encoder();
        DeltaDecoder<Later> decoder =
                DeltaCodec.of(wire.codec(Later.class), DeltaOptions.defaults()).decoder(wire.schema(Counter.class));
        Counter counter = new Counter();
        for (int i = 0; i < 5; i++) {
            counter.number = i;
            out.reset();
            encoder.write(out, counter);
            Later later = decoder.read(in.wrap(out.segment(), out.start(), out.length()));
            assertEquals(new Later(i, 0, counter.name), later);
            assertFalse(in.remaining() > 0);
        }
    }

    record Later(long number, int added, String name) {}

    @Test
    void manyFieldsMakeGroups() {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < 130; i++) {
            fields.add(new Field("f" + i, Scalar.required(ScalarKind.LONG)));
        }
        Schema schema = new Schema(List.of(new MessageType("Wide", MessageForm.RECORD, fields)), new Reference(0));
        Transcoder to = Transcoders.of(WireFormat.DELTA, schema);
        Transcoder from = Transcoders.of(WireFormat.DELTA, schema);
        long[] values = new long[fields.size()];
        for (int i = 0; i < 50; i++) {
            BinaryOutput binary = BinaryOutput.allocate(64);
            for (int j = 0; j < values.length; j++) {
                values[j] += some(40) == 0 ? 0 : random.nextInt();
                binary.writeLong(values[j]);
            }
            out.reset();
            to.fromBinary(BinaryInput.of(binary.toByteArray()), out);
            BinaryOutput back = BinaryOutput.allocate(64);
            from.toBinary(BinaryInput.of(out.toByteArray()), back);
            assertArrayEquals(binary.toByteArray(), back.toByteArray(), "seed=" + seed + " i=" + i);
        }
    }

    record Tick(@Key String symbol, Instant at, double price, long volume) {}

    /** The worked example of {@code docs/format/delta.md}. */
    @Test
    void theWorkedExampleIsWhatIsWritten() {
        DeltaEncoder<Tick> encoder =
                DeltaCodec.of(wire.codec(Tick.class), DeltaOptions.defaults()).encoder();
        Instant at = Instant.ofEpochSecond(1, 5);
        List<String> written = new ArrayList<>();
        for (Tick tick : List.of(
                new Tick("EURUSD", at, 1.1250, 700),
                new Tick("EURUSD", at.plusNanos(250), 1.1251, 700),
                new Tick("USDJPY", at, 151.5, 40),
                new Tick("EURUSD", at.plusNanos(250), 1.1251, 650))) {
            written.add(HexFormat.ofDelimiter(" ").formatHex(write(encoder, tick)));
        }
        assertEquals(
                List.of(
                        "07 0f 45 55 52 55 53 44 01 05 0b 00 00 00 00 00 00 f2 3f e2 15",
                        "09 0d 01 a2 0f 25",
                        "17 0f 55 53 44 4a 50 59 01 05 0b 00 00 00 00 00 f0 62 40 a1",
                        "0d 11 c7"),
                written);
    }

    @Test
    void generatedCodeAndTheSchemaAloneWriteTheSameBytes() {
        for (Class<?> type : List.of(
                Messages.Primitives.class, Messages.Boxes.class, Messages.Times.class, Counter.class, Tick.class)) {
            sameBytes(type);
        }
    }

    private <T> void sameBytes(Class<T> type) {
        DeltaCodec<T> codec = DeltaCodec.of(wire.codec(type), DeltaOptions.defaults());
        List<String> keys = type == Tick.class ? List.of("symbol") : List.of();
        DeltaTranscoder schemaAlone =
                new DeltaTranscoder(codec.schema(), keys, DeltaOptions.defaults(), WireLimits.defaults());
        DeltaEncoder<T> encoder = codec.encoder();
        DeltaDecoder<T> decoder = codec.decoder();
        assertInstanceOf(GeneratedDeltaCodec.class, encoder);
        RandomMessages messages = new RandomMessages(seed, WireTypes.none());
        List<T> some = new ArrayList<>();
        for (int i = 0; i < Lane.rounds(100); i++) {
            if (i < 6) {
                some.add(messages.of(type));
            } else if (random.nextInt(4) == 0) {
                some.set(random.nextInt(some.size()), messages.of(type));
            }
            T message = some.get(random.nextInt(some.size()));
            byte[] generated = write(encoder, message);
            out.reset();
            wire.codec(type).write(out, message);
            byte[] binary = out.toByteArray();
            out.reset();
            schemaAlone.fromBinary(BinaryInput.of(binary), out);
            assertArrayEquals(out.toByteArray(), generated, "seed=" + seed + " type=" + type + " i=" + i);
            out.reset();
            wire.codec(type).write(out, decoder.read(BinaryInput.of(generated)));
            assertArrayEquals(binary, out.toByteArray(), "seed=" + seed + " type=" + type + " i=" + i);
        }
    }

    @Test
    void writingAndReadingAMutableMessageAllocatesNothing() {
        // As many key frames as changes, so that the code of both is compiled.
        DeltaCodec<Counter> codec =
                DeltaCodec.of(wire.codec(Counter.class), DeltaOptions.defaults().withKeyFrameInterval(2));
        DeltaEncoder<Counter> encoder = codec.encoder();
        DeltaDecoder<Counter> decoder = codec.decoder();
        Counter counter = new Counter();
        Counter reuse = new Counter();
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int messages = 20_000;
        long least = Long.MAX_VALUE;
        // The least of some runs, since compilation ends at an unknown time.
        for (int run = 0; run < 20; run++) {
            long before = thread.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < messages; i++) {
                counter.number += i;
                counter.value += 0.25;
                out.reset();
                encoder.write(out, counter);
                reuse = decoder.read(in.wrap(out.segment(), out.start(), out.length()), reuse);
            }
            least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
            assertEquals(counter.number, reuse.number);
        }
        assertTrue(least < messages / 4, "bytes=" + least + " messages=" + messages);
    }
}
