package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RawCodecTest {
    private final Wire wire = Wire.of(WireTypes.none());
    private final BinaryOutput out = BinaryOutput.allocate(64);
    private final BinaryInput in = new BinaryInput();

    enum Side {
        BUY,
        SELL
    }

    record Fill(String symbol, boolean own, short venue, int lots, long price, Side side, ZonedDateTime at) {}

    record Wider(long lots, String symbol, Side side) {}

    /** Reused from one read to the next. */
    static final class Ladder {
        private long time;
        private double[] prices = {};
        private long[] sizes = {};
        private char mark;

        @Override
        public boolean equals(Object other) {
            return other instanceof Ladder that
                    && time == that.time
                    && mark == that.mark
                    && java.util.Arrays.equals(prices, that.prices)
                    && java.util.Arrays.equals(sizes, that.sizes);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(time);
        }
    }

    private static final Fill FILL = new Fill(
            "EURUSD",
            true,
            (short) 7,
            -2,
            1_234_567,
            Side.SELL,
            LocalDateTime.of(2024, 2, 29, 12, 30, 59, 5).atZone(ZoneId.of("Europe/Paris")));

    private <T> BinaryInput written(Class<T> type, T message) {
        out.reset();
        wire.codec(type, WireFormat.RAW).encoder().write(out, message);
        return in.wrap(out.segment(), out.start(), out.length());
    }

    /** The page on RAW shows this message. */
    @Test
    void theBytesAreThoseOfThePage() {
        written(Fill.class, FILL);
        byte[] bytes = out.toByteArray();
        assertEquals(
                wire.schema(Fill.class).fingerprint(),
                java.nio.ByteBuffer.wrap(bytes)
                        .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                        .getLong());
        assertEquals(
                "0f455552555344" + "01" + "0700" + "feffffff" + "87d6120000000000" + "05" + "01" + "e8070000" + "021d"
                        + "0c1e3b00" + "05000000" + "100e0000" + "1b4575726f70652f5061726973",
                HexFormat.of().formatHex(bytes, Long.BYTES, bytes.length));
    }

    @Test
    void aMessageOfAnotherSchemaIsRefused() {
        BinaryInput fill = written(Fill.class, FILL);
        WireDecoder<Wider> other = wire.codec(Wider.class, WireFormat.RAW).decoder();
        String message =
                assertThrows(WireFormatException.class, () -> other.read(fill)).getMessage();
        assertTrue(message.contains("another schema"), message);
        assertTrue(
                message.contains(
                        "expected=" + Long.toHexString(wire.schema(Wider.class).fingerprint())),
                message);
    }

    @Test
    void theFingerprintTellsSchemasApartAndStaysTheSame() {
        Schema schema = wire.schema(Fill.class);
        assertEquals(
                schema.fingerprint(),
                Wire.of(WireTypes.none()).schema(Fill.class).fingerprint());
        assertTrue(schema.fingerprint() != wire.schema(Wider.class).fingerprint());
    }

    @Test
    void whoHasTheWritersSchemaReadsAnOlderMessage() {
        Schema writer = wire.schema(Fill.class);
        WireDecoder<Wider> decoder = wire.codec(Wider.class, WireFormat.RAW).decoder(writer);
        assertEquals(new Wider(-2, "EURUSD", Side.SELL), decoder.read(written(Fill.class, FILL)));
    }

    @Test
    void arraysAreFilledAgainWhereTheirLengthIsTheSame() {
        Ladder ladder = new Ladder();
        ladder.prices = new double[] {1.5, Double.NaN, -0.0};
        ladder.sizes = new long[] {Long.MIN_VALUE, 7};
        ladder.mark = '\uD83D';
        WireDecoder<Ladder> decoder = wire.codec(Ladder.class, WireFormat.RAW).decoder();
        Ladder read = decoder.read(written(Ladder.class, ladder));
        assertEquals(ladder, read);
        double[] prices = read.prices;
        ladder.prices[0] = 2.5;
        ladder.sizes = null;
        assertEquals(ladder, decoder.read(written(Ladder.class, ladder), read));
        assertEquals(prices, read.prices, "the same array");
        assertEquals(2.5, prices[0]);
    }

    @Test
    void everyCutIsRefused() {
        written(Fill.class, FILL);
        byte[] bytes = out.toByteArray();
        WireDecoder<Fill> decoder = wire.codec(Fill.class, WireFormat.RAW).decoder();
        for (int length = 0; length < bytes.length; length++) {
            BinaryInput cut = BinaryInput.of(java.util.Arrays.copyOf(bytes, length));
            assertThrows(WireException.class, () -> decoder.read(cut), "length=" + length);
        }
        assertEquals(FILL, decoder.read(BinaryInput.of(bytes)));
    }

    @Test
    void timesOutOfRangeAreRefused() {
        written(Fill.class, FILL);
        byte[] bytes = out.toByteArray();
        int month = bytes.length - 27;
        assertEquals(2, bytes[month]);
        WireDecoder<Fill> decoder = wire.codec(Fill.class, WireFormat.RAW).decoder();
        bytes[month] = 13;
        String message = assertThrows(WireFormatException.class, () -> decoder.read(BinaryInput.of(bytes)))
                .getMessage();
        assertTrue(message.contains("kind=ZONED_DATE_TIME") && message.contains("field=at"), message);
    }

    @ParameterizedTest
    @EnumSource(names = {"BINARY", "RAW"})
    void aRepeatedMomentIsNotMadeAgain(WireFormat format) {
        WireCodec<Fill> codec = wire.codec(Fill.class, format);
        WireDecoder<Fill> decoder = codec.decoder();
        ZonedDateTime last = null;
        for (int i = 0; i < 1_000; i++) {
            ZonedDateTime at = FILL.at().plusNanos(i / 2 % 20).plusSeconds(i / 2 % 3);
            ZonedDateTime moved = i / 2 % 5 == 0 ? at.withZoneSameLocal(ZoneId.of("Europe/Berlin")) : at;
            out.reset();
            codec.encoder().write(out, new Fill("A", true, (short) 1, 1, 1, Side.BUY, moved));
            ZonedDateTime read = decoder.read(in.wrap(out.segment(), out.start(), out.length()))
                    .at();
            assertEquals(moved, read, "i=" + i);
            if (i % 2 == 1 && i > 4) {
                assertSame(last, read, "i=" + i);
            }
            last = read;
        }
    }

    @Test
    void mutableMessagesAllocateNothing() {
        Ladder ladder = new Ladder();
        ladder.prices = new double[] {1, 2, 3};
        WireCodec<Ladder> codec = wire.codec(Ladder.class, WireFormat.RAW);
        WireEncoder<Ladder> encoder = codec.encoder();
        WireDecoder<Ladder> decoder = codec.decoder();
        Ladder reuse = new Ladder();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        // The least of some rounds, since compilation ends at an unknown time.
        for (int round = 0; round < 20 && least >= 25_000; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 100_000; i++) {
                ladder.time = i;
                out.reset();
                encoder.write(out, ladder);
                reuse = decoder.read(in.wrap(out.segment(), out.start(), out.length()), reuse);
                assertArrayEquals(ladder.prices, reuse.prices);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < 25_000, "bytes=" + least);
    }
}
