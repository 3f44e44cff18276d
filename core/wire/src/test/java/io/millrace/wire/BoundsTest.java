package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.millrace.leaks.Lane;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bounds on what malicious bytes and schemas can cause in the reader. */
@Tag("proof")
class BoundsTest {
    private static final long FIXED_BYTES = 64 << 10;
    private static final long BYTES_PER_BYTE = 512;

    private final Wire wire = Wire.of(WireTypes.none());

    @SuppressWarnings("ArrayRecordComponent") // malicious input may try to make arrays too large
    record ArrayMessage(long[] longs, double[] doubles, String[] strings, byte[] bytes) {}

    record Lists(List<List<List<Integer>>> lists, java.util.Map<String, String> map, java.util.Set<String> set) {}

    @Test
    void aCountBeyondTheBytesThatAreLeftIsRefused() {
        for (Class<?> type : List.of(ArrayMessage.class, Lists.class)) {
            for (long count : new long[] {100, 1 << 20, Integer.MAX_VALUE, Long.MAX_VALUE, -1}) {
                BinaryOutput out = BinaryOutput.allocate(64);
                out.writeUnsigned(count + 1);
                out.writeLong(0);
                long before = allocated();
                WireException e = assertThrows(
                        WireException.class,
                        () -> wire.codec(type).decoder().read(BinaryInput.of(out.toByteArray())),
                        () -> type + " count=" + count);
                assertTrue(e.getMessage().contains("offset=0") || count == -1, e.getMessage());
                assertTrue(allocated() - before < 8 << 20, () -> "type=" + type + " count=" + count);
            }
        }
    }

    @Test
    void theLimitsHoldForWhatIsReadAndWritten() {
        WireLimits limits = WireLimits.defaults().withMaxCount(3).withMaxStringBytes(128);
        BinaryCodec<ArrayMessage> codec = wire.codec(ArrayMessage.class);
        ArrayMessage many = new ArrayMessage(new long[4], null, null, null);
        ArrayMessage longText = new ArrayMessage(null, null, new String[] {"x".repeat(129)}, null);
        for (ArrayMessage message : List.of(many, longText)) {
            BinaryOutput out = BinaryOutput.allocate(64);
            codec.write(out, message);
            BinaryInput in = new BinaryInput(limits).wrap(out.segment(), 0, out.length());
            WireException read =
                    assertThrows(WireLimitException.class, () -> codec.decoder().read(in));
            assertTrue(read.getMessage().contains("limit="), read.getMessage());
            BinaryOutput bounded = BinaryOutput.allocate(64, limits);
            assertThrows(WireLimitException.class, () -> codec.write(bounded, message));
        }
    }

    @Test
    void damagedBytesNeverCauseMoreAllocationThanTheirLengthWarrants() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        RandomMessages messages = new RandomMessages(seed, WireTypes.none());
        BinaryInput in = new BinaryInput();
        for (Class<?> type : List.of(Messages.Arrays.class, Messages.Collections.class, Messages.Tree.class)) {
            BinaryDecoder<?> decoder = wire.codec(type).decoder();
            for (int i = 0; i < Lane.rounds(1_500); i++) {
                byte[] bytes = damaged(type, messages, random);
                in.wrap(java.lang.foreign.MemorySegment.ofArray(bytes), 0, bytes.length);
                long before = allocated();
                try {
                    decoder.read(in);
                } catch (WireException expected) {
                    // the only exception that may be thrown
                }
                long used = allocated() - before;
                long most = FIXED_BYTES + BYTES_PER_BYTE * bytes.length;
                // The first ones load classes.
                assertTrue(i < 1_000 || used < most, "seed=" + seed + " used=" + used + " length=" + bytes.length);
            }
        }
    }

    private <T> byte[] damaged(Class<T> type, RandomMessages messages, Random random) {
        BinaryOutput out = BinaryOutput.allocate(64);
        wire.codec(type).write(out, messages.of(type));
        byte[] bytes = out.toByteArray();
        for (int flips = random.nextInt(4); flips >= 0 && bytes.length > 0; flips--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
    }

    record Node(Node next) {}

    @Test
    void aSchemaThatChainsTypesWithoutEndIsRefused() {
        List<NamedType> types = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Field next = new Field("next", new Reference(Math.min(i + 1, 9_999)));
            types.add(new MessageType("x.Node" + i, MessageForm.RECORD, List.of(next)));
        }
        Schema schema = new Schema(types, new Reference(0));
        WireException e = assertThrows(WireLimitException.class, () -> wire.decoder(Node.class, schema));
        assertTrue(e.getMessage().contains("maxDepth=64"), e.getMessage());
        BinaryOutput out = BinaryOutput.allocate(64);
        out.writeBoolean(true);
        out.writeBoolean(false);
        ValueSkipper.skip(BinaryInput.of(out.toByteArray()), schema.root(), schema.types());
    }

    record Pair(int a, int b) {}

    record PairList(List<Pair> pairs) {}

    record PairSet(java.util.Set<Pair> pairs) {}

    record PeriodMap(java.util.Map<java.time.Period, Integer> map) {}

    /** Pairs of the same hash code, 31 a + b. */
    private static List<Pair> crowd(int count) {
        return java.util.stream.IntStream.range(0, count)
                .mapToObj(i -> new Pair(i, -31 * i))
                .toList();
    }

    @Test
    void elementsThatCrowdInOneBucketAreRefusedBeforeTheyCostTime() {
        BinaryCodec<PairList> codec = wire.codec(PairList.class);
        BinaryDecoder<PairSet> decoder = wire.decoder(PairSet.class, codec.schema());
        BinaryOutput out = BinaryOutput.allocate(64);
        codec.write(out, new PairList(crowd(HashCollisionGuard.UNCHECKED)));
        assertEquals(
                HashCollisionGuard.UNCHECKED,
                decoder.read(BinaryInput.of(out.toByteArray())).pairs().size());
        out.reset();
        codec.write(out, new PairList(crowd(10_000)));
        WireException e = assertThrows(WireLimitException.class, () -> decoder.read(BinaryInput.of(out.toByteArray())));
        assertTrue(e.getMessage().contains("hashCode=0 limit=1024 offset="), e.getMessage());
        assertTrue(e.getMessage().contains("field=pairs"), e.getMessage());

        BinaryOutput map = BinaryOutput.allocate(64);
        map.writeCount(10_000);
        for (int i = 0; i < 10_000; i++) {
            map.writeBoolean(true);
            map.writePeriod(java.time.Period.of(-(i << 8), i, 0));
            map.writeBoolean(false);
        }
        assertThrows(
                WireLimitException.class,
                () -> wire.codec(PeriodMap.class).decoder().read(BinaryInput.of(map.toByteArray())));
    }

    record Numbers(java.util.Set<java.math.BigInteger> numbers) {}

    @Test
    void aLongNumberIsNamedInAnErrorByItsLength() {
        BinaryOutput out = BinaryOutput.allocate(64);
        out.writeCount(2);
        for (int i = 0; i < 2; i++) {
            out.writeBoolean(true);
            out.writeBigInteger(java.math.BigInteger.ONE.shiftLeft(1 << 20));
        }
        WireException e = assertThrows(
                WireFormatException.class,
                () -> wire.codec(Numbers.class).decoder().read(BinaryInput.of(out.toByteArray())));
        assertTrue(e.getMessage().contains("value=1048577 bits offset="), e.getMessage());
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
