package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BinaryCodecTest {
    private final Wire wire = Wire.of(WireTypes.none());
    private final BinaryOutput out = BinaryOutput.allocate(64);
    private final BinaryInput in = new BinaryInput();

    @Test
    void aRecordIsEqualAfterTheRoundTrip() {
        check(new Messages.Trade("EURUSD", Instant.parse("2024-02-29T12:00:00.000000001Z"), 1.0825, 1e6));
        check(new Messages.Trade(null, null, Double.NaN, -0.0));
    }

    @Test
    void aMessageThatContainsItselfIsEqualAfterTheRoundTrip() {
        Messages.Tree leaf = new Messages.Tree("leaf", null, List.of());
        check(new Messages.Tree("root", leaf, List.of(leaf, new Messages.Tree("b", leaf, null))));
    }

    @Test
    void nestingBeyondTheLimitIsRefusedInBothDirections() {
        Messages.Tree tree = new Messages.Tree("leaf", null, null);
        for (int i = 0; i < 64; i++) {
            tree = new Messages.Tree("t", tree, null);
        }
        check(tree);
        Messages.Tree deeper = new Messages.Tree("t", tree, null);
        assertThrows(
                WireLimitException.class, () -> wire.codec(Messages.Tree.class).write(out, deeper));
        BinaryOutput generous = BinaryOutput.allocate(64, WireLimits.defaults().withMaxDepth(100));
        wire.codec(Messages.Tree.class).write(generous, deeper);
        BinaryInput input = new BinaryInput().wrap(generous.segment(), 0, generous.length());
        assertThrows(
                WireLimitException.class,
                () -> wire.codec(Messages.Tree.class).decoder().read(input));
    }

    @Test
    void aSealedFamilyIsWrittenByItsMembers() {
        BinaryCodec<Messages.Shape> codec = wire.codec(Messages.Shape.class);
        for (Messages.Shape shape : List.of(
                new Messages.Circle(1),
                new Messages.Square(2),
                Messages.Colour.GREEN,
                new Messages.Group("g", List.of(new Messages.Circle(3), new Messages.Group("h", List.of()))))) {
            out.reset();
            codec.write(out, shape);
            assertEquals(shape, codec.decoder().read(back()));
            in.expectEnd();
        }
    }

    @Test
    void aMutableMessageIsUsedAgainWithAllThatItHolds() {
        Messages.Quote first = new Messages.Quote("A", 1, Messages.Side.BUY, 2, 3, new Messages.Depth(4, "X"))
                .levels(1, 2, 3)
                .depths(new ArrayList<>(List.of(new Messages.Depth(1, "a"), new Messages.Depth(2, "b"))));
        first.sequence(99);
        BinaryCodec<Messages.Quote> codec = wire.codec(Messages.Quote.class);
        codec.write(out, first);
        Messages.Quote read = codec.decoder().read(back());
        assertEquals(first, read);
        assertNotSame(first, read);
        Messages.Depth depth = read.depth();
        double[] levels = read.levels();
        List<Messages.Depth> depths = read.depths();
        Messages.Depth element = depths.get(0);

        out.reset();
        Messages.Quote second = new Messages.Quote("B", 5, Messages.Side.SELL, 6, 7, new Messages.Depth(8, "Y"))
                .levels(4, 5, 6)
                .depths(new ArrayList<>(List.of(new Messages.Depth(3, "c"))));
        codec.write(out, second);
        assertSame(read, codec.decoder().read(back(), read));
        assertEquals(second, read);
        assertSame(depth, read.depth());
        assertSame(levels, read.levels());
        assertSame(depths, read.depths());
        assertSame(element, read.depths().get(0));
    }

    @Test
    void anObjectIsAScalarOrWhatTheAllowListNames() {
        Wire open = Wire.of(WireTypes.none().allow(Messages.Trade.class, Messages.Side.class));
        Messages.Anything anything = new Messages.Anything(new Messages.Trade("A", Instant.EPOCH, 1, 2), new Object[] {
            1, 2L, "three", 4.0, null, Messages.Side.SELL, new byte[] {5}, java.time.ZoneId.of("CET")
        });
        open.codec(Messages.Anything.class).write(out, anything);
        assertEquals(anything, open.codec(Messages.Anything.class).decoder().read(back()));
        out.reset();
        WireException e = assertThrows(
                WireTypeException.class,
                () -> wire.codec(Messages.Anything.class).write(out, anything));
        assertTrue(e.getMessage().contains("type=io.millrace.wire.Messages$Trade"), e.getMessage());
        assertTrue(e.getMessage().contains("field=one"), e.getMessage());
    }

    private <T> void check(T message) {
        @SuppressWarnings("unchecked") // the class of a T
        BinaryCodec<T> codec = wire.codec((Class<T>) message.getClass());
        out.reset();
        codec.write(out, message);
        assertEquals(message, codec.decoder().read(back()));
        in.expectEnd();
    }

    private BinaryInput back() {
        return in.wrap(out.segment(), out.start(), out.length());
    }
}
