package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("alone") // one test counts allocations
class BytesTest {
    private static final int LONGEST = 4_096;

    private final Wire wire = Wire.of(WireTypes.none());
    private final BinaryOutput out = BinaryOutput.allocate(256);

    static final class View {
        Bytes raw;
        long number;
    }

    /** The same message with an array. */
    static final class Plain {
        byte[] raw;
        long number;
    }

    record Fixed(Bytes raw, List<Bytes> more) {}

    interface Packets {
        void packet(Bytes raw);
    }

    private static Bytes random(Random random, int length) {
        byte[] content = new byte[length];
        random.nextBytes(content);
        return Bytes.of(content);
    }

    @Test
    void theyAreWrittenAsAnArrayInEveryBinaryFormat() {
        Random random = new Random(49);
        for (WireFormat format : List.of(WireFormat.BINARY, WireFormat.RAW, WireFormat.DELTA)) {
            WireEncoder<View> views = wire.codec(View.class, format).encoder();
            WireEncoder<Plain> plains = wire.codec(Plain.class, format).encoder();
            WireDecoder<View> decoder = wire.codec(View.class, format).decoder();
            for (int length : new int[] {0, 1, 15, 127, 128, LONGEST, 100_000}) {
                View view = new View();
                view.raw = random(random, length);
                view.number = length;
                Plain plain = new Plain();
                plain.raw = view.raw.toByteArray();
                plain.number = length;
                out.reset();
                views.write(out, view);
                byte[] written = out.toByteArray();
                out.reset();
                plains.write(out, plain);
                if (format != WireFormat.RAW) { // which begins with a fingerprint of the name of the class
                    assertArrayEquals(out.toByteArray(), written, () -> "format=" + format + " length=" + length);
                }
                assertEquals(view.raw, decoder.read(BinaryInput.of(written)).raw);
            }
        }
    }

    @Test
    void nullIsReadAsNull() {
        BinaryCodec<View> codec = wire.codec(View.class);
        codec.write(out, new View());
        View read = new View();
        read.raw = Bytes.of((byte) 1);
        assertNull(codec.decoder().read(BinaryInput.of(out.toByteArray()), read).raw);
    }

    @Test
    void theyAreFilledAgainByTheNextMessage() {
        BinaryCodec<View> codec = wire.codec(View.class);
        View view = new View();
        view.raw = Bytes.of((byte) 1, (byte) 2, (byte) 3);
        codec.write(out, view);
        View read = codec.decoder().read(BinaryInput.of(out.toByteArray()));
        Bytes first = read.raw;
        view.raw.set(new byte[] {9, 8, 7, 6}, 1, 2);
        out.reset();
        codec.write(out, view);
        codec.decoder().read(BinaryInput.of(out.toByteArray()), read);
        assertSame(first, read.raw);
        assertArrayEquals(new byte[] {8, 7}, first.toByteArray());
    }

    @Test
    void aRecordHoldsBytesOfItsOwn() {
        BinaryCodec<Fixed> codec = wire.codec(Fixed.class);
        Fixed fixed = new Fixed(Bytes.of((byte) 1), List.of(Bytes.of((byte) 2), Bytes.of()));
        codec.write(out, fixed);
        byte[] written = out.toByteArray();
        Fixed one = codec.decoder().read(BinaryInput.of(written));
        Fixed other = codec.decoder().read(BinaryInput.of(written), one);
        assertEquals(fixed, one);
        assertEquals(fixed, other);
        assertNotSame(one.raw(), other.raw());
    }

    @Test
    void anArgumentIsUsedAgain() {
        RecordingSink sink = new RecordingSink();
        MethodWriter writer = wire.methodWriter(sink, Packets.class);
        writer.as(Packets.class).packet(Bytes.of((byte) 1));
        writer.as(Packets.class).packet(Bytes.of((byte) 2, (byte) 3));
        CallDecoder decoder =
                wire.callDecoder(writer.calls().getFirst(), Packets.class).orElseThrow();
        Bytes[] seen = new Bytes[2];
        Packets target = raw -> {
            seen[0] = seen[1];
            seen[1] = raw;
        };
        decoder.call(BinaryInput.of(sink.bytes.get(0)), target);
        decoder.call(BinaryInput.of(sink.bytes.get(1)), target);
        assertSame(seen[0], seen[1]);
        assertEquals(Bytes.of((byte) 2, (byte) 3), seen[1]);
    }

    @Test
    void nothingIsAllocatedForLengthsThatVary() {
        BinaryCodec<View> codec = wire.codec(View.class);
        BinaryDecoder<View> decoder = codec.decoder();
        BinaryInput in = new BinaryInput();
        byte[] content = new byte[LONGEST];
        View view = new View();
        view.raw = Bytes.of(content);
        View read = new View();
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = allocatedBytes();
            for (int i = 0; i < 5 * LONGEST; i++) {
                view.raw.set(content, 0, 1 + i % LONGEST);
                out.reset();
                codec.write(out, view);
                read = decoder.read(in.wrap(out.segment(), out.start(), out.length()), read);
            }
            allocated = Math.min(allocated, allocatedBytes() - before);
        }
        assertEquals(view.raw, read.raw);
        assertTrue(allocated < LONGEST, "allocated=" + allocated);
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void aLengthThatIsNotThereIsRefused() {
        BinaryInput in = BinaryInput.of(new byte[] {(byte) (4 << 1 | 1), 1, 2});
        WireFormatException e = assertThrows(WireFormatException.class, () -> in.readByteView(new Bytes()));
        assertTrue(e.getMessage().startsWith("a length is larger than the remaining bytes"), e.getMessage());
    }

    @Test
    void theyAreEqualByTheirContent() {
        Bytes one = Bytes.of((byte) 1, (byte) -1);
        Bytes same = new Bytes().set(MemorySegment.ofArray(new byte[] {0, 1, -1}), 1, 2);
        assertEquals(one, same);
        assertEquals(one.hashCode(), same.hashCode());
        assertEquals(Arrays.hashCode(one.toByteArray()), one.hashCode());
        assertNotEquals(one, Bytes.of((byte) 1));
        assertTrue(one.compareTo(Bytes.of((byte) 1, (byte) 1)) > 0, "bytes are unsigned");
        assertEquals(-1, one.byteAt(1));
        assertThrows(IndexOutOfBoundsException.class, () -> one.byteAt(2));
        assertEquals("2 bytes 01ff", one.toString());
        byte[] target = new byte[4];
        one.copyTo(target, 1);
        one.copyTo(MemorySegment.ofArray(target), 2);
        assertArrayEquals(new byte[] {0, 1, 1, -1}, target);
        one.clear();
        assertEquals(0, one.length());
    }
}
