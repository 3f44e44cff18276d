package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireCodec;
import io.millrace.wire.WireDecoder;
import io.millrace.wire.WireEncoder;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypeException;
import io.millrace.wire.WireTypes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The limits hold in every format: what a text format reads has the same bounds as what BINARY reads. */
class FormatLimitsTest {
    record Text(String text) {}

    @SuppressWarnings("ArrayRecordComponent") // arrays are a way to request too much memory
    record Lists(List<Integer> list, Set<String> set, Map<String, Integer> map, long[] array) {}

    record Node(Node next) {}

    private static final WireLimits SMALL =
            WireLimits.defaults().withMaxCount(3).withMaxStringBytes(128).withMaxDepth(4);

    private final Wire wire = Wire.of(WireTypes.none());

    /** Writes with the default limits and reads with the small ones. */
    private <T> T read(WireFormat format, Class<T> type, T message) {
        BinaryOutput out = BinaryOutput.allocate(64);
        wire.codec(type, format).encoder().write(out, message);
        BinaryInput in = new BinaryInput(SMALL).wrap(out.segment(), out.start(), out.length());
        return wire.codec(type, format, TextOptions.strict().withLimits(SMALL))
                .decoder()
                .read(in);
    }

    private <T> void check(Class<T> type, T within, T beyond) {
        for (WireFormat format : WireFormat.values()) {
            if (!holds(format, type)) {
                continue;
            }
            String name = format + " " + beyond;
            assertEquals(within.toString(), read(format, type, within).toString(), name);
            WireException e = assertThrows(WireException.class, () -> read(format, type, beyond), name);
            assertTrue(e.getMessage().contains("limit="), () -> name + ": " + e.getMessage());
        }
    }

    /** Returns whether a format can hold a type; a format that cannot reports it at once. */
    private boolean holds(WireFormat format, Class<?> type) {
        try {
            wire.codec(type, format).encoder();
            return true;
        } catch (WireTypeException e) {
            return false;
        }
    }

    @Test
    void stringsAreBoundedInEveryFormat() {
        check(Text.class, new Text("é".repeat(64)), new Text("é".repeat(64) + "x"));
    }

    @Test
    void countsAreBoundedInEveryFormat() {
        check(
                Lists.class,
                new Lists(List.of(1, 2, 3), null, null, null),
                new Lists(List.of(1, 2, 3, 4), null, null, null));
        check(
                Lists.class,
                new Lists(null, Set.of("a"), null, null),
                new Lists(null, Set.of("a", "b", "c", "d"), null, null));
        check(
                Lists.class,
                new Lists(null, null, Map.of("a", 1), null),
                new Lists(null, null, Map.of("a", 1, "b", 2, "c", 3, "d", 4), null));
        assertThrows(
                WireException.class, () -> read(WireFormat.RAW, Lists.class, new Lists(null, null, null, new long[4])));
    }

    private static Node chain(int depth) {
        Node node = null;
        for (int i = 0; i < depth; i++) {
            node = new Node(node);
        }
        return node;
    }

    @Test
    void depthIsBoundedInEveryFormat() {
        check(Node.class, chain(3), chain(8));
    }

    /** Messages that are not flat are decoded as whole messages, which have the limits of the caller. */
    @Test
    void theLimitsOfTheCallerHoldForWholeMessagesOfDelta() {
        WireLimits large =
                WireLimits.defaults().withMaxDepth(3 * WireLimits.defaults().maxDepth());
        Node deep = chain(2 * WireLimits.defaults().maxDepth());
        WireCodec<Node> codec =
                wire.codec(Node.class, WireFormat.DELTA, TextOptions.strict().withLimits(large));
        WireEncoder<Node> encoder = codec.encoder();
        WireDecoder<Node> decoder = codec.decoder();
        for (int i = 0; i < 3; i++) {
            BinaryOutput out = BinaryOutput.allocate(64, large);
            encoder.write(out, deep);
            BinaryInput in = new BinaryInput(large).wrap(out.segment(), out.start(), out.length());
            assertEquals(deep, decoder.read(in));
        }
        WireEncoder<Node> usual = wire.codec(Node.class, WireFormat.DELTA).encoder();
        assertThrows(WireLimitException.class, () -> usual.write(BinaryOutput.allocate(64, large), deep));
    }
}
