package demo;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Schema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** What the test calls. */
public final class Use {
    private static final Wire WIRE = Wire.of(WireTypes.none());

    private Use() {}

    /** An order in BINARY. */
    public static byte[] write() {
        Order.Leg leg = new Order.Leg();
        leg.id = 7;
        leg.raw = new byte[] {1, 2};
        leg.names = new Order.Pair<>("l", "r");
        leg.note = "note";
        Order parent = order(List.of(), null);
        BinaryOutput out = BinaryOutput.allocate(64);
        WIRE.codec(Order.class).write(out, order(List.of(leg, new Order.Leg()), parent));
        return out.toByteArray();
    }

    private static Order order(List<Order.Leg> legs, Order parent) {
        return new Order(
                "EURUSD",
                Instant.ofEpochSecond(1, 5),
                Order.Side.SELL,
                1.5,
                -3,
                true,
                'x',
                new byte[] {9},
                new int[] {1, 2},
                null,
                legs,
                Map.of(),
                OptionalInt.of(1),
                4,
                99,
                Currency.getInstance("CHF"),
                1_000_000_000,
                parent);
    }

    /** The text of an order in BINARY that was written under a schema. */
    public static String read(Schema writer, byte[] bytes) {
        return WIRE.writeYaml(WIRE.decoder(Order.class, writer).read(BinaryInput.of(bytes)));
    }

    /** The text of a leg in BINARY that was written under a schema. */
    public static String readLeg(Schema writer, byte[] bytes) {
        return WIRE.writeYaml(WIRE.decoder(Order.Leg.class, writer).read(BinaryInput.of(bytes)));
    }

    /** The schema of an order. */
    public static Schema schema() {
        return WIRE.schema(Order.class);
    }
}
