package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.Alias;
import io.millrace.wire.BinaryCodec;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Default;
import io.millrace.wire.NumberForm;
import io.millrace.wire.TextForm;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Unknown;
import io.millrace.wire.Wire;
import io.millrace.wire.WireObserver;
import io.millrace.wire.WireTypeException;
import io.millrace.wire.WireTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What a reader gets for fields that were not written, and for fields that it does not know. */
class MissingAndUnknownTest {
    private final Wire wire = Wire.of(WireTypes.none());
    private final BinaryOutput out = BinaryOutput.allocate(64);

    record Narrow(String symbol) {}

    record Wide(
            @Alias("symbol") String ticker,
            @Default("-1") int count,
            @Default("1.5") double price,
            @Default("true") boolean open,
            @Default("x") char letter,
            @Default("none") String venue,

            @Default("1970-01-01T00:00:07Z") @TextForm(NumberForm.EPOCH_SECONDS)
            long at,

            @Default("SELL") Side side,
            OptionalInt lots,
            @Default("3") OptionalInt rows,
            @Default("n/a") Optional<String> note,
            int plain) {}

    enum Side {
        @Alias("PURCHASE")
        BUY,
        SELL
    }

    private static final Wide ALL_MISSING = new Wide(
            "A",
            -1,
            1.5,
            true,
            'x',
            "none",
            7,
            Side.SELL,
            OptionalInt.empty(),
            OptionalInt.of(3),
            Optional.of("n/a"),
            0);

    @Test
    void aMissingValueIsItsDefaultInBytesAndText() {
        assertEquals(ALL_MISSING, read(wire, new Narrow("A"), Wide.class));
        assertEquals(ALL_MISSING, Yaml.of(wire).read(Wide.class, "symbol: A\n", TextOptions.strict()));
    }

    @Test
    void aValueThatIsThereIsNotItsDefault() {
        Wide zero = Yaml.of(wire)
                .read(Wide.class, "ticker: A\ncount: 0\nlots: 0\nvenue: \nside: PURCHASE\n", TextOptions.strict());
        assertEquals(0, zero.count());
        assertEquals(OptionalInt.of(0), zero.lots());
        assertNull(zero.venue());
        assertEquals(zero, Yaml.of(wire).read(Wide.class, Yaml.of(wire).write(zero), TextOptions.strict()));
        assertEquals(Side.BUY, zero.side());
        assertEquals(zero, read(wire, zero, Wide.class));
    }

    record WrongDefault(@Default("many") int count) {}

    @Test
    void aDefaultThatIsNoSuchValueIsRefused() {
        WireTypeException e = assertThrows(WireTypeException.class, () -> wire.codec(WrongDefault.class));
        assertTrue(e.getMessage().contains("value=many"), e.getMessage());
        assertTrue(e.getMessage().contains("WrongDefault.count"), e.getMessage());
    }

    static class Base {
        private int level = 4;

        int level() {
            return level;
        }
    }

    static final class Mutable extends Base {
        String symbol = "none";
        int count = -1;
        List<String> tags = new ArrayList<>(List.of("new"));
    }

    @Test
    void thePrimitivesOfAMutableMessageKeepWhatItsConstructorGaveThemInTextToo() {
        Mutable read = Yaml.of(wire).read(Mutable.class, "symbol: A\n", TextOptions.strict());
        assertEquals("A", read.symbol);
        assertEquals(-1, read.count);
        assertEquals(4, read.level());
        assertNull(read.tags, "text leaves out what is null");
    }

    enum Before {
        ONE,
        TWO
    }

    enum After {
        ONE,
        @Unknown
        OTHER
    }

    record UsesBefore(Before value, List<Integer> extra, String more) {}

    record UsesAfter(After value) {}

    @Test
    void theHookSeesFieldsAndConstantsThatTheReaderDoesNotHave() {
        List<String> seen = new ArrayList<>();
        Wire observed = wire.observed(new WireObserver() {
            @Override
            public void unknownField(String type, String field, String value) {
                seen.add(type.replaceAll(".*\\$", "") + "." + field + "=" + value);
            }

            @Override
            public void unknownConstant(String type, String constant) {
                seen.add(type.replaceAll(".*\\$", "") + ":" + constant);
            }
        });
        assertEquals(
                new UsesAfter(After.OTHER),
                read(observed, new UsesBefore(Before.TWO, List.of(1, 2), null), UsesAfter.class));
        assertEquals(List.of("After:TWO", "UsesAfter.extra=[1, 2]", "UsesAfter.more=null"), seen);
    }

    @Test
    void anUnknownConstantIsReadAsTheConstantForUnknownOnes() {
        assertEquals(new UsesAfter(After.OTHER), read(wire, new UsesBefore(Before.TWO, null, null), UsesAfter.class));
        assertEquals(
                new UsesAfter(After.OTHER), Yaml.of(wire).read(UsesAfter.class, "value: NEW\n", TextOptions.strict()));
        assertEquals(new UsesAfter(null), read(wire, new UsesBefore(null, null, null), UsesAfter.class));
    }

    enum Two {
        @Unknown
        A,
        @Unknown
        B
    }

    record UsesTwo(Two two) {}

    @Test
    void onlyOneConstantMayStandForUnknownOnes() {
        assertThrows(WireTypeException.class, () -> wire.codec(UsesTwo.class));
    }

    sealed interface Event {
        @Alias("io.millrace.wire.Ancient$Start")
        record Started(int at) implements Event {}

        record Stopped(int at) implements Event {}
    }

    record Holds(Event event) {}

    @Test
    void theAliasOfATypeIsATagToo() {
        assertEquals(
                new Holds(new Event.Started(3)),
                Yaml.of(wire)
                        .read(Holds.class, "event: !io.millrace.wire.Ancient$Start\n  at: 3\n", TextOptions.strict()));
    }

    private <W, R> R read(Wire reader, W message, Class<R> type) {
        @SuppressWarnings("unchecked") // the class of a W
        BinaryCodec<W> codec = wire.codec((Class<W>) message.getClass());
        out.reset();
        codec.write(out, message);
        BinaryInput in = BinaryInput.of(out.toByteArray());
        R read = reader.decoder(type, codec.schema()).read(in);
        in.expectEnd();
        return read;
    }
}
