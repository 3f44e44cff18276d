package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Lane;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.RandomMessages;
import io.millrace.wire.Reference;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fast reader of text reads what the general reader reads, whatever the text is. */
@Tag("proof")
class CanonicalTextTest {
    private static final String[] PIECES = (" ;  ;\n;\n  ;\n    ;-;- ;: ;:;#; #;[;];{};{;};,;, ;&a ;!;!a ;|;'"
                    + ";\";\\;%;\t;\r;x;0;1;-;.;e;E5;+;99999999999999999999;00;-0;null;true;~;é;😀;\u2028;\u0085;\ufeff"
                    + ";T;Z;+01:00;[UTC];2024-02-30;\"\";{\"@type\":;@;\\u0041;\0;\u007f")
            .split(";");

    private final long seed = System.nanoTime();

    /** One format with both of its readers. */
    private interface Ways {
        void write(BinaryInput in, BinaryOutput out);

        boolean readCanonical(BinaryInput in, BinaryOutput out);

        void readAny(BinaryInput in, BinaryOutput out);
    }

    private static Ways yaml(Schema schema) {
        YamlText text = YamlText.of(schema);
        YamlTranscoder transcoder = new YamlTranscoder(schema, TextOptions.strict());
        return new Ways() {
            @Override
            public void write(BinaryInput in, BinaryOutput out) {
                transcoder.fromBinary(in, out);
            }

            @Override
            public boolean readCanonical(BinaryInput in, BinaryOutput out) {
                Utf8Input bytes = new Utf8Input();
                bytes.fill(in);
                return text.readCanonical(bytes, TextOptions.strict(), out);
            }

            @Override
            public void readAny(BinaryInput in, BinaryOutput out) {
                text.readAny(text.document(in.readText(), TextOptions.strict()), TextOptions.strict(), out);
            }
        };
    }

    private static Ways json(Schema schema) {
        JsonTranscoder transcoder = new JsonTranscoder(schema, TextOptions.strict());
        return new Ways() {
            @Override
            public void write(BinaryInput in, BinaryOutput out) {
                transcoder.fromBinary(in, out);
            }

            @Override
            public boolean readCanonical(BinaryInput in, BinaryOutput out) {
                return transcoder.readCanonical(in, out);
            }

            @Override
            public void readAny(BinaryInput in, BinaryOutput out) {
                transcoder.readAny(in, out);
            }
        };
    }

    private static byte[] message(YamlRandom random, List<NamedType> types, int number) {
        BinaryOutput out = BinaryOutput.allocate(1_024);
        random.fields(types, ((MessageType) types.get(number)).fields(), out, 0);
        return out.toByteArray();
    }

    /** Returns whether the fast reader accepts the text; if it does, both must read the same. */
    private boolean same(Ways ways, byte[] text) {
        BinaryOutput canonical = BinaryOutput.allocate(1_024);
        if (!ways.readCanonical(BinaryInput.of(text), canonical)) {
            assertEquals(0, canonical.length());
            return false;
        }
        BinaryOutput any = BinaryOutput.allocate(1_024);
        String shown = new String(text, StandardCharsets.UTF_8);
        try {
            ways.readAny(BinaryInput.of(text), any);
        } catch (WireException e) {
            throw new AssertionError("seed=" + seed + " only the short way accepts\n" + shown, e);
        }
        assertArrayEquals(any.toByteArray(), canonical.toByteArray(), () -> "seed=" + seed + "\n" + shown);
        return true;
    }

    private void written(boolean isYaml, int leastPercent) {
        int written = 0;
        int canonical = 0;
        for (int i = 0; i < Lane.rounds(60); i++) {
            YamlRandom random = new YamlRandom(seed + i);
            List<NamedType> types = random.types();
            for (int number = 2; number < 6; number++) {
                Schema schema = new Schema(types, new Reference(number));
                byte[] bytes = message(random, types, number);
                Ways ways = isYaml ? yaml(schema) : json(schema);
                BinaryOutput text = BinaryOutput.allocate(1_024);
                ways.write(BinaryInput.of(bytes), text);
                BinaryOutput back = BinaryOutput.allocate(1_024);
                written++;
                if (ways.readCanonical(BinaryInput.of(text.toByteArray()), back)) {
                    canonical++;
                    assertArrayEquals(bytes, back.toByteArray(), () -> "seed=" + seed);
                }
                same(ways, text.toByteArray());
            }
        }
        assertTrue(
                100 * canonical > leastPercent * written,
                "seed=" + seed + " canonical=" + canonical + " written=" + written);
    }

    @Test
    void muchOfTheYamlThatIsWrittenIsCanonical() {
        written(true, 15); // the rest has union types, literal blocks, escapes
    }

    @Test
    void muchOfTheJsonThatIsWrittenIsCanonical() {
        written(false, 40);
    }

    private void damaged(boolean isYaml, int least) {
        Random damage = new Random(seed);
        int accepted = 0;
        for (int i = 0; i < 1_000; i++) {
            YamlRandom random = new YamlRandom(seed + i / 5);
            List<NamedType> types = random.types();
            Schema schema = new Schema(types, new Reference(2 + i % 4));
            Ways ways = isYaml ? yaml(schema) : json(schema);
            BinaryOutput out = BinaryOutput.allocate(1_024);
            ways.write(BinaryInput.of(message(random, types, 2 + i % 4)), out);
            if (out.length() > 600) {
                continue;
            }
            String text = new String(out.toByteArray(), StandardCharsets.UTF_8);
            for (int j = 0; j < 12; j++) {
                StringBuilder damaged = new StringBuilder(text);
                for (int k = damage.nextInt(3); k >= 0; k--) {
                    int at = damage.nextInt(damaged.length() + 1);
                    int end = damage.nextInt(3) == 0 ? Math.min(damaged.length(), at + damage.nextInt(4)) : at;
                    damaged.replace(at, end, damage.nextInt(4) == 0 ? "" : PIECES[damage.nextInt(PIECES.length)]);
                }
                accepted += same(ways, damaged.toString().getBytes(StandardCharsets.UTF_8)) ? 1 : 0;
            }
        }
        assertTrue(accepted > least, "seed=" + seed + " accepted=" + accepted);
    }

    @Test
    void damagedYamlIsReadEquallyOrLeftToTheGeneralReader() {
        damaged(true, 20);
    }

    @Test
    void damagedJsonIsReadEquallyOrLeftToTheGeneralReader() {
        damaged(false, 20);
    }

    /** Numbers and times, which have many forms as text. */
    record Values(int whole, long large, double real, float single, ZonedDateTime zoned, Instant instant) {}

    @Test
    void numbersAndTimesAreReadEqually() {
        Random random = new Random(seed);
        Ways yaml = yaml(Wire.of(WireTypes.none()).schema(Values.class));
        Ways json = json(Wire.of(WireTypes.none()).schema(Values.class));
        String[] canonical = {"1", "2", "3.5", "0.25", "2024-03-31T02:30+02:00[Europe/Paris]", "2024-02-29T12:00:00.5Z"
        };
        String chars = "0123456789..--::TZ+e[]/";
        int accepted = 0;
        for (int i = 0; i < 20_000; i++) {
            String[] values = canonical.clone();
            int field = random.nextInt(values.length);
            values[field] = switch (random.nextInt(8)) {
                case 0 -> Long.toString(random.nextLong() >> random.nextInt(64));
                case 1 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
                case 2 -> Double.toString(random.nextInt(1_000_000) / 1e4);
                case 3 -> random.nextLong(100_000_000_000L) + "." + random.nextLong(10_000_000_000L);
                case 4 ->
                    Instant.ofEpochSecond(random.nextLong(4_000_000_000L), random.nextInt(1_000_000_000))
                            .toString();
                case 5 ->
                    new RandomMessages(random.nextLong(), WireTypes.none())
                                    .of(Values.class)
                                    .zoned() + "";
                case 6 -> Long.toString(random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
                default -> {
                    StringBuilder changed = new StringBuilder(canonical[field]);
                    int at = random.nextInt(changed.length());
                    yield changed.replace(
                                    at,
                                    at + random.nextInt(2),
                                    chars.substring(random.nextInt(chars.length() - 1))
                                            .substring(0, 1))
                            .toString();
                }
            };
            String block =
                    "whole: %s\nlarge: %s\nreal: %s\nsingle: %s\nzoned: %s\ninstant: %s\n".formatted((Object[]) values);
            String object =
                    "{\"whole\":%s,\"large\":%s,\"real\":%s, \"single\":%s,\"zoned\":\"%s\",\"instant\": \"%s\"}"
                            .formatted((Object[]) values);
            accepted += same(yaml, block.getBytes(StandardCharsets.UTF_8)) ? 1 : 0;
            accepted += same(json, object.getBytes(StandardCharsets.UTF_8)) ? 1 : 0;
        }
        assertTrue(accepted > 1_000, "seed=" + seed + " accepted=" + accepted);
    }

    /** A union type of one member. */
    sealed interface Shape permits Circle {}

    /** Its member. */
    record Circle(double radius) implements Shape {}

    /** A message with a member of the union type. */
    record Drawing(Shape shape) {}

    @Test
    void membersOfUnionTypesAreReadEqually() {
        Ways json = json(Wire.of(WireTypes.none()).schema(Drawing.class));
        for (String text : List.of(
                "{\"shape\":{\"@type\":\"Circle\",\"radius\":1.5}}",
                "{\"shape\":{\"@type\":\"Circle\"}}",
                "{\"shape\":{\"@type\":\"Circle\", \"radius\":1}}")) {
            assertTrue(same(json, text.getBytes(StandardCharsets.UTF_8)), text);
        }
        for (String text : List.of(
                "{\"shape\":{\"@type\":\"Circle\",}}",
                "{\"shape\":{\"@type\":\"Circle\" \"radius\":1}}",
                "{\"shape\":{\"radius\":1.5,\"@type\":\"Circle\"}}",
                "{\"shape\":{\"@type\":\"Circles\"}}")) {
            assertFalse(same(json, text.getBytes(StandardCharsets.UTF_8)), text);
        }
        Ways yaml = yaml(Wire.of(WireTypes.none()).schema(Drawing.class));
        assertTrue(same(yaml, "shape: !Circle\n  radius: 1.5\n".getBytes(StandardCharsets.UTF_8)));
        assertFalse(same(yaml, "shape: !Circles\n  radius: 1.5\n".getBytes(StandardCharsets.UTF_8)));
        assertFalse(same(yaml, "shape: !Circle\n   radius: 1.5\n".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aTextBeyondTheLimitIsRefusedBeforeMemoryIsTakenForIt() {
        YamlText yaml = YamlText.of(Wire.of(WireTypes.none()).schema(Pair.class));
        TextOptions options =
                TextOptions.strict().withLimits(WireLimits.defaults().withMaxMessageBytes(2_000));
        String text = "first: " + "a".repeat(100_000) + "\n";
        Utf8Input bytes = new Utf8Input();
        assertThrows(WireLimitException.class, () -> yaml.read(text, bytes, options, BinaryOutput.allocate(64)));
        assertTrue(bytes.bytes.length < 2_000, "bytes=" + bytes.bytes.length);
    }

    /** A small message. */
    record Pair(String first, Integer second) {}

    @Test
    void otherFormsAreLeftToTheGeneralReader() {
        Ways yaml = yaml(Wire.of(WireTypes.none()).schema(Pair.class));
        for (String text : List.of(
                "first: a\n",
                "!Pair\nfirst: a b:c#d\nsecond: -7\n",
                "second: 7\n",
                "!Pair {}\n",
                "first: \"1\"\nsecond: 7\n")) {
            assertTrue(same(yaml, text.getBytes(StandardCharsets.UTF_8)), text);
        }
        for (String text : List.of(
                "second: 7\nfirst: a\n",
                "first: a\n\nsecond: 7\n",
                "first: a\n  b\nsecond: 7\n",
                "first: a # b\n",
                "first: null\n",
                "first: ~\n",
                "first:\n",
                "first: 'a'\n",
                "first: a\nsecond: 07\n",
                "first: a\nfirst: b\n",
                "first: a",
                "first: a\r\n",
                "# a\nfirst: a\n",
                "---\nfirst: a\n",
                "first: a\n---\nfirst: b\n",
                "first: a\n...\n")) {
            assertFalse(same(yaml, text.getBytes(StandardCharsets.UTF_8)), text);
        }
        Ways json = json(Wire.of(WireTypes.none()).schema(Pair.class));
        assertTrue(same(json, " { \"first\" : null }".replace(" : ", ": ").getBytes(StandardCharsets.UTF_8)));
        for (String text : List.of(
                "{\"second\":1,\"first\":\"a\"}",
                "{\"first\":\"a\",}",
                "{\"first\":\"\\n\"}",
                "{\"first\":nul}",
                "{\"second\":1} {}",
                "{\"second\":01}",
                "{\"second\":1.0}",
                "{\"first\":\"a\"",
                "{,}",
                "")) {
            assertFalse(same(json, text.getBytes(StandardCharsets.UTF_8)), text);
        }
    }
}
