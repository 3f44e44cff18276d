package demo;

import io.millrace.text.Yaml;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.Schema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireCodec;
import io.millrace.wire.WireDecoder;
import io.millrace.wire.WireEncoder;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;

/** What the test calls. */
public final class Use {
    private static final Wire WIRE = Wire.of(WireTypes.none());

    private Use() {}

    /** An order in BINARY. */
    public static byte[] write() {
        BinaryOutput out = BinaryOutput.allocate(64);
        WIRE.codec(Order.class).write(out, order());
        return out.toByteArray();
    }

    private static Order order() {
        Order.Leg leg = new Order.Leg();
        leg.id = 7;
        leg.raw = new byte[] {1, 2};
        leg.names = new Order.Pair<>("l", "r");
        leg.note = "note";
        Order parent = order(List.of(), null);
        return order(List.of(leg, new Order.Leg()), parent);
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

    /** Quotes of a stream in a format, a few messages for each key. */
    public static List<byte[]> quotes(WireFormat format, long seed) {
        Random random = new Random(seed);
        WireEncoder<Quote> encoder = WIRE.codec(Quote.class, format).encoder();
        return IntStream.range(0, 200)
                .mapToObj(_ -> {
                    BinaryOutput out = BinaryOutput.allocate(64);
                    encoder.write(out, Quote.random(random));
                    return out.toByteArray();
                })
                .toList();
    }

    /** The texts of such a stream. */
    public static List<String> readQuotes(WireFormat format, List<byte[]> stream) {
        WireDecoder<Quote> decoder = WIRE.codec(Quote.class, format).decoder();
        return stream.stream()
                .map(bytes -> Yaml.of(WIRE).write(decoder.read(BinaryInput.of(bytes))))
                .toList();
    }

    /** An order in a format, written and read. */
    public static String order(WireFormat format) {
        WireCodec<Order> codec = WIRE.codec(Order.class, format);
        BinaryOutput out = BinaryOutput.allocate(64);
        codec.encoder().write(out, order());
        return Yaml.of(WIRE).write(codec.decoder().read(BinaryInput.of(out.toByteArray())));
    }

    /** Calls, as their numbers and arguments. */
    public static List<Object> calls(long seed) {
        return Calling.write(seed);
    }

    /** What adds calls to a list, as their numbers and arguments. */
    public static CallSink sink(List<Object> calls) {
        return new Calling.Kept(calls, BinaryOutput.allocate(64));
    }

    /** Calls that were written under schemas, as texts. */
    public static List<String> readCalls(List<CallSchema> schemas, List<?> calls) {
        return Calling.read(schemas, calls);
    }

    /** The schemas of the calls. */
    public static List<CallSchema> callSchemas() {
        return Calling.schemas();
    }

    /** Uses every format that has code of its own. */
    public static void main(String[] arguments) {
        for (WireFormat format : List.of(WireFormat.BINARY, WireFormat.RAW, WireFormat.DELTA, WireFormat.JSON)) {
            System.out.println(readQuotes(format, quotes(format, 1)).hashCode() + order(format));
        }
        System.out.println(readCalls(callSchemas(), calls(1)));
    }

    /** The text of an order in BINARY that was written under a schema. */
    public static String read(Schema writer, byte[] bytes) {
        return Yaml.of(WIRE).write(WIRE.decoder(Order.class, writer).read(BinaryInput.of(bytes)));
    }

    /** The text of a leg in BINARY that was written under a schema. */
    public static String readLeg(Schema writer, byte[] bytes) {
        return Yaml.of(WIRE).write(WIRE.decoder(Order.Leg.class, writer).read(BinaryInput.of(bytes)));
    }

    /** The schema of an order. */
    public static Schema schema() {
        return WIRE.schema(Order.class);
    }
}
