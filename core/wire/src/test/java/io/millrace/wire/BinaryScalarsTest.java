package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class BinaryScalarsTest {
    private final BinaryOutput out = BinaryOutput.allocate(16);
    private final BinaryInput in = new BinaryInput();

    @Test
    void everyLengthOfVarintSurvivesTheRoundTrip() {
        for (int bit = 0; bit < 64; bit++) {
            for (long delta = -1; delta <= 1; delta++) {
                long value = (1L << bit) + delta;
                out.reset();
                out.writeUnsigned(value);
                int bits = Math.max(1, 64 - Long.numberOfLeadingZeros(value));
                assertEquals(bits > 56 ? 9 : (bits + 6) / 7, out.length(), "value=" + value);
                assertEquals(value, back().readUnsigned());
                in.expectEnd();
                out.reset();
                out.writeLong(value);
                assertEquals(value, back().readLong());
            }
        }
    }

    @Test
    void aVarintReadAtTheVeryEndOfItsSegmentIsTheSame() {
        for (long value : new long[] {0, 1, 127, 128, 1L << 20, 1L << 55, (1L << 56) - 1, 1L << 56, -1}) {
            out.reset();
            out.writeUnsigned(value);
            assertEquals(value, BinaryInput.of(out.toByteArray()).readUnsigned());
            for (int cut = 0; cut < out.length(); cut++) {
                byte[] bytes = java.util.Arrays.copyOf(out.toByteArray(), cut);
                assertThrows(
                        WireFormatException.class, () -> BinaryInput.of(bytes).readUnsigned());
            }
        }
    }

    @Test
    void aVarintLongerThanItNeedsToBeIsRefused() {
        assertThrows(
                WireFormatException.class,
                () -> BinaryInput.of(new byte[] {0b110, 0}).readUnsigned());
        assertThrows(
                WireFormatException.class,
                () -> BinaryInput.of(new byte[] {0, 1, 0, 0, 0, 0, 0, 0, 0}).readUnsigned());
    }

    @Test
    void aNumberThatDoesNotFitIsRefusedWithItsValueAndOffset() {
        out.writeBoolean(true);
        out.writeLong(1L << 40);
        BinaryInput input = back();
        assertTrue(input.readBoolean());
        WireException e = assertThrows(WireFormatException.class, input::readInt);
        assertTrue(e.getMessage().contains("type=int"), e.getMessage());
        assertTrue(e.getMessage().contains("value=1099511627776 offset=1"), e.getMessage());
    }

    @Test
    void stringsOfEveryKindSurvive() {
        String[] strings = {
            "",
            "a",
            "ABCDEFGH",
            "ABCDEFGHI",
            "é",
            "日本語",
            "😀",
            "a\0b",
            "a\0",
            "a\0\0",
            "x".repeat(41),
            "x".repeat(42),
            "x".repeat(43),
            "日".repeat(42),
            "😀".repeat(21),
            "😀".repeat(22),
            "x".repeat(5000) + "é",
            "y".repeat(70_000),
            "\uFFFF\uD7FF"
        };
        for (int times = 0; times < 2; times++) {
            for (String string : strings) {
                out.reset();
                out.writeString(string);
                out.writeByte((byte) 7);
                assertEquals(string, back().readString());
                assertEquals(7, in.readByte());
                assertEquals(string, BinaryInput.of(out.toByteArray()).readString());
            }
        }
        out.reset();
        out.writeString(null);
        assertNull(back().readString());
    }

    @Test
    void aShortStringIsReadAgainAsTheSameObject() {
        for (int i = 0; i < 20; i++) {
            out.writeString("EURUSD");
        }
        back();
        String last = null;
        for (int i = 0; i < 19; i++) {
            last = in.readString();
        }
        assertSame(last, in.readString());
    }

    @Test
    void aLoneSurrogateIsRefusedBothWays() {
        for (String bad : new String[] {"\uD800", "a\uDC00", "\uD800\uD800", "x".repeat(100) + "\uD83D"}) {
            assertThrows(WireFormatException.class, () -> out.writeString(bad));
        }
        byte[][] notUtf8 = {
            {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            {(byte) 0xC0, (byte) 0x80},
            {(byte) 0x80},
            {(byte) 0xE2, (byte) 0x82},
            {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            {(byte) 0xF0, (byte) 0x80, (byte) 0x80, (byte) 0x80}
        };
        for (byte[] bytes : notUtf8) {
            BinaryOutput output = BinaryOutput.allocate(64);
            output.writeBytes(bytes);
            BinaryInput input = new BinaryInput().wrap(output.segment(), 0, output.length());
            assertThrows(WireFormatException.class, input::readString);
        }
    }

    @Test
    void theTypesOfJavaTimeSurviveAtTheirBounds() {
        check(Instant.MIN, BinaryOutput::writeInstant, BinaryInput::readInstant);
        check(Instant.MAX, BinaryOutput::writeInstant, BinaryInput::readInstant);
        check(LocalDate.MIN, BinaryOutput::writeLocalDate, BinaryInput::readLocalDate);
        check(LocalTime.MAX, BinaryOutput::writeLocalTime, BinaryInput::readLocalTime);
        check(LocalDateTime.MAX, BinaryOutput::writeLocalDateTime, BinaryInput::readLocalDateTime);
        check(OffsetDateTime.MIN, BinaryOutput::writeOffsetDateTime, BinaryInput::readOffsetDateTime);
        check(OffsetTime.MAX, BinaryOutput::writeOffsetTime, BinaryInput::readOffsetTime);
        check(
                ZonedDateTime.of(2024, 10, 27, 1, 30, 0, 5, ZoneId.of("Europe/London"))
                        .withLaterOffsetAtOverlap(),
                BinaryOutput::writeZonedDateTime,
                BinaryInput::readZonedDateTime);
        check(Duration.ofSeconds(Long.MIN_VALUE), BinaryOutput::writeDuration, BinaryInput::readDuration);
        check(Period.of(-1, 2, Integer.MIN_VALUE), BinaryOutput::writePeriod, BinaryInput::readPeriod);
        check(Year.of(-5), BinaryOutput::writeYear, BinaryInput::readYear);
        check(YearMonth.of(2024, 2), BinaryOutput::writeYearMonth, BinaryInput::readYearMonth);
        check(MonthDay.of(2, 29), BinaryOutput::writeMonthDay, BinaryInput::readMonthDay);
        check(ZoneId.of("America/New_York"), BinaryOutput::writeZoneId, BinaryInput::readZoneId);
        check(ZoneOffset.MIN, BinaryOutput::writeZoneOffset, BinaryInput::readZoneOffset);
    }

    @Test
    void bigNumbersAndIdentifiersSurvive() {
        check(new BigDecimal("-123.4500"), BinaryOutput::writeBigDecimal, BinaryInput::readBigDecimal);
        check(BigDecimal.ZERO, BinaryOutput::writeBigDecimal, BinaryInput::readBigDecimal);
        check(BigInteger.TWO.pow(300).negate(), BinaryOutput::writeBigInteger, BinaryInput::readBigInteger);
        check(UUID.randomUUID(), BinaryOutput::writeUuid, BinaryInput::readUuid);
        byte[] bytes = {1, 2, 3};
        out.reset();
        out.writeBytes(bytes);
        byte[] reuse = new byte[3];
        assertSame(reuse, back().readBytes(reuse));
        assertArrayEquals(bytes, reuse);
    }

    @Test
    void aMessageBeyondItsLimitIsRefused() {
        BinaryOutput small = BinaryOutput.allocate(16, WireLimits.defaults().withMaxMessageBytes(1_024));
        assertThrows(WireLimitException.class, () -> small.writeBytes(new byte[2_000]));
        assertThrows(
                WireLimitException.class,
                () -> new BinaryInput(WireLimits.defaults().withMaxMessageBytes(1_024))
                        .wrap(MemorySegment.ofArray(new byte[2_000]), 0, 2_000));
    }

    private <T> void check(T value, BiConsumer<BinaryOutput, T> writer, Function<BinaryInput, T> reader) {
        out.reset();
        writer.accept(out, value);
        assertEquals(value, reader.apply(back()));
        in.expectEnd();
    }

    private BinaryInput back() {
        return in.wrap(out.segment(), out.start(), out.length());
    }

    /** Strings are written eight, four or one characters at a time; every length and position is tested. */
    @Test
    void everyShortStringIsItsUtf8WhereverACharacterStandsThatIsNotAscii() {
        for (int length = 0; length <= 60; length++) {
            assertUtf8("0123456789".repeat(7).substring(0, length));
            for (int at = 0; at < length; at++) {
                for (char c : new char[] {0, 0x7F, 0x80, 0xE9, 0xFF, 0x100, 0x141, 0x7FF, 0x800, 0x2080, 0xFFFD}) {
                    StringBuilder text =
                            new StringBuilder("abcdefghij".repeat(6).substring(0, length));
                    text.setCharAt(at, c);
                    assertUtf8(text.toString());
                }
            }
        }
    }

    private void assertUtf8(String text) {
        byte[] utf8 = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        BinaryOutput expected = BinaryOutput.allocate(256);
        expected.writeBytes(utf8);
        out.reset();
        out.writeString(text);
        assertArrayEquals(expected.toByteArray(), out.toByteArray(), () -> "text=" + text);
    }

    @Test
    void aMomentThatIsWrittenAgainHasTheSameBytes() {
        ZonedDateTime[] moments = {
            ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]"),
            ZonedDateTime.parse("2016-07-22T12:34:56.789+02:00[Europe/Paris]"),
            ZonedDateTime.parse("2016-01-01T00:00:00.000000001-03:00[America/Argentina/ComodRivadavia]"),
            ZonedDateTime.parse("2016-07-22T12:34:56.789Z"),
        };
        int[] order = {0, 0, 0, 1, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 0, 2, 2, 3};
        BinaryOutput raw = BinaryOutput.allocate(16);
        raw.writeByte((byte) 7);
        out.writeByte((byte) 7);
        for (int i : order) {
            BinaryOutput once = BinaryOutput.allocate(256);
            once.writeZonedDateTime(moments[i]);
            assertTail(once, out, () -> out.writeZonedDateTime(moments[i]));
            BinaryOutput rawOnce = BinaryOutput.allocate(256);
            RawScalars.write(rawOnce, moments[i]);
            assertTail(rawOnce, raw, () -> RawScalars.write(raw, moments[i]));
        }
    }

    private static void assertTail(BinaryOutput expected, BinaryOutput output, Runnable write) {
        byte[] before = output.toByteArray();
        write.run();
        byte[] all = output.toByteArray();
        assertArrayEquals(before, java.util.Arrays.copyOf(all, before.length));
        assertArrayEquals(expected.toByteArray(), java.util.Arrays.copyOfRange(all, before.length, all.length));
    }

    /** Memory on the heap is accessed by other code than memory outside it, in a process that has used both. */
    @Test
    void outputsAndInputsOverArraysSeeTheSameBytes() {
        byte[] array = new byte[512];
        BinaryOutput heap = BinaryOutput.over(
                (output, needed) -> {
                    throw new AssertionError(needed);
                },
                WireLimits.defaults());
        heap.wrap(MemorySegment.ofArray(array), 3, array.length);
        ZonedDateTime moment = ZonedDateTime.parse("2016-07-22T12:34:56.789+02:00[Europe/Paris]");
        for (int i = 0; i < 3; i++) {
            for (BinaryOutput output : new BinaryOutput[] {heap, out}) {
                output.writeZonedDateTime(moment);
                output.writeString("ninety-nine");
                output.writeString("\u00e9t\u00e9");
                output.writeLong(Long.MIN_VALUE);
                output.writeDouble(Math.PI);
                output.writeFloat(-0.0f);
                RawScalars.writeShort(output, (short) -2);
                RawScalars.writeInt(output, Integer.MIN_VALUE);
                RawScalars.write(output, moment);
            }
        }
        assertArrayEquals(out.toByteArray(), heap.toByteArray());
        assertArrayEquals(out.toByteArray(), java.util.Arrays.copyOfRange(array, 3, 3 + heap.length()));
        BinaryInput heapIn = new BinaryInput().wrap(MemorySegment.ofArray(array), 3, heap.length());
        back();
        while (in.remaining() > 0) {
            assertEquals(in.readZonedDateTime(), heapIn.readZonedDateTime());
            assertEquals("ninety-nine", heapIn.readString());
            assertEquals("\u00e9t\u00e9", heapIn.readString());
            in.readString();
            in.readString();
            assertEquals(in.readLong(), heapIn.readLong());
            assertEquals(in.readDouble(), heapIn.readDouble());
            assertEquals(in.readFloat(), heapIn.readFloat());
            assertEquals(RawScalars.readShort(in), RawScalars.readShort(heapIn));
            assertEquals(RawScalars.readInt(in), RawScalars.readInt(heapIn));
            assertEquals(
                    RawScalars.readTime(in, ScalarKind.ZONED_DATE_TIME),
                    RawScalars.readTime(heapIn, ScalarKind.ZONED_DATE_TIME));
        }
        heapIn.expectEnd();
    }
}
