package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Everything;
import io.millrace.wire.Messages;
import io.millrace.wire.RandomMessages;
import io.millrace.wire.Wire;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a validator of another project says by our JSON Schemas: it accepts all JSON that we write, and rejects broken
 * JSON.
 */
class JsonSchemaTest {
    private static final int MESSAGES = 30;
    private static final Pattern HUGE = Pattern.compile("[0-9]{19}|E[+-]?[0-9]");
    private static final ObjectMapper JSON = new ObjectMapper();

    record Page<T>(int number, List<T> items) {}

    record Pages(Page<Page<String>> nested, Map<String, Page<Integer>> byName) {}

    record Numbers(Set<Double> doubles, Set<Long> longs, List<Float> floats) {}

    interface Calls {
        void none();

        void one(Messages.Trade trade);

        void two(Messages.Shape shape, Instant at);
    }

    interface Lists {
        void strings(Page<String> page);

        void numbers(Page<Integer> page);
    }

    private final WireTypes types =
            WireTypes.none().allow(Messages.Trade.class, Messages.Side.class, Messages.Quote.class);
    private final Wire wire = Wire.of(types);

    static Set<Class<?>> all() {
        return RandomMessages.all();
    }

    private static com.networknt.schema.Schema validator(String schema) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema, InputFormat.JSON);
    }

    private static List<com.networknt.schema.Error> errors(com.networknt.schema.Schema validator, String json) {
        return validator.validate(
                json,
                InputFormat.JSON,
                context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
    }

    private <T> String json(Class<T> type, T message) {
        BinaryOutput out = BinaryOutput.allocate(512);
        wire.codec(type, WireFormat.JSON).encoder().write(out, message);
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }

    private static void requireRefused(com.networknt.schema.Schema validator, JsonNode broken, String seed) {
        String text = JSON.writeValueAsString(broken);
        assertFalse(errors(validator, text).isEmpty(), () -> seed + " json=" + text);
    }

    @ParameterizedTest
    @MethodSource("all")
    <T> void anyMessageIsValidAndNoneThatIsBroken(Class<T> type) {
        long seed = System.nanoTime();
        RandomMessages random = new RandomMessages(seed, types);
        var validator = validator(JsonSchema.of(wire.schema(type)));
        for (int i = 0; i < MESSAGES; i++) {
            String where = "type=" + type.getSimpleName() + " seed=" + seed + " i=" + i;
            String json = json(type, random.of(type));
            if (type == Messages.Anything.class && HUGE.matcher(json).find()) {
                continue; // the validator reads it as a long and cannot tell whether it is an int
            }
            assertEquals(List.of(), errors(validator, json), () -> where + " json=" + json);
            ObjectNode message = (ObjectNode) JSON.readTree(json);
            for (String field : message.propertyNames()) {
                requireRefused(validator, message.deepCopy().set(field, JSON.readTree("[[[[[[true]]]]]]")), where);
            }
            requireRefused(validator, message.deepCopy().put("surely unknown", 1), where);
        }
    }

    /** The schemas of fields of each kind, and values that fit none of them. */
    @Test
    void aTimeIsNotAnyText() {
        RandomMessages random = new RandomMessages(7, types);
        var validator = validator(JsonSchema.of(wire.schema(Messages.Times.class)));
        Set<String> refused = new TreeSet<>();
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < MESSAGES; i++) {
            ObjectNode message =
                    (ObjectNode) JSON.readTree(json(Messages.Times.class, random.of(Messages.Times.class)));
            for (String field : message.propertyNames()) {
                seen.add(field);
                String changed = JSON.writeValueAsString(message.deepCopy().put(field, "10:61, or so"));
                if (!errors(validator, changed).isEmpty()) {
                    refused.add(field);
                }
            }
        }
        seen.remove("zoneId"); // any text may be the name of a zone
        assertEquals(seen, refused);
        assertNotEquals(Set.of(), seen);
    }

    @Test
    void requiredFieldsConstantsAndNumbersOutOfRangeAreRefused() {
        var validator = validator(JsonSchema.of(wire.schema(Everything.class)));
        String json = json(Everything.class, Everything.value());
        assertEquals(List.of(), errors(validator, json));
        ObjectNode message = (ObjectNode) JSON.readTree(json);
        ObjectNode missing = message.deepCopy();
        missing.remove("large");
        requireRefused(validator, missing, "required");
        requireRefused(validator, message.deepCopy().put("side", "HOLD"), "enum");
        requireRefused(validator, message.deepCopy().put("tiny", 128), "range");
        requireRefused(validator, message.deepCopy().put("letter", "ab"), "char");
        requireRefused(validator, message.deepCopy().put("real", "1.5"), "double as text");
        requireRefused(validator, message.deepCopy().put("uuid", "01234567"), "uuid");
        ObjectNode otherEvent = message.deepCopy();
        ((ObjectNode) otherEvent.get("event")).put("@type", "Opened");
        requireRefused(validator, otherEvent, "the fields of another member");
        ObjectNode noType = message.deepCopy();
        ((ObjectNode) noType.get("event")).remove("@type");
        requireRefused(validator, noType, "a member without its type");
    }

    @Test
    void genericTypesHaveNamesThatReferencesEscape() {
        Pages pages = new Pages(
                new Page<>(1, List.of(new Page<>(2, List.of("x")))), Map.of("a b", new Page<>(3, List.of(1, 2))));
        var validator = validator(JsonSchema.of(wire.schema(Pages.class)));
        assertEquals(List.of(), errors(validator, json(Pages.class, pages)));
        String broken = json(Pages.class, pages).replace("[1,2]", "[\"1\",2]");
        assertNotEquals(List.of(), errors(validator, broken));
    }

    @Test
    void aSetMayHaveElementsThatAreEqualInJson() {
        Numbers numbers = new Numbers(Set.of(0.0, -0.0, Double.NaN), Set.of(1L, 2L), List.of(1f, 1f));
        var validator = validator(JsonSchema.of(wire.schema(Numbers.class)));
        String json = json(Numbers.class, numbers);
        assertEquals(List.of(), errors(validator, json), json);
        assertNotEquals(List.of(), errors(validator, json.replaceFirst("\"longs\":\\[[^]]*]", "\"longs\":[1,1]")));
    }

    @Test
    void callsAreValidToo() {
        RandomMessages random = new RandomMessages(System.nanoTime(), types);
        List<CallSchema> schemas = wire.calls(Calls.class);
        var validator = validator(JsonSchema.of(schemas));
        Map<String, String> arguments = Map.of(
                "none",
                "[]",
                "one",
                json(Messages.Trade.class, random.of(Messages.Trade.class)),
                "two",
                "[" + json(Messages.Shape.class, random.of(Messages.Shape.class)) + ",\"2026-01-02T03:04:05Z\"]");
        assertEquals(
                arguments.keySet(), schemas.stream().map(CallSchema::methodName).collect(Collectors.toSet()));
        arguments.forEach((method, value) -> {
            for (String each : arguments.values()) {
                String call = "{\"index\":\"0:4096\",\"method\":\"" + method + "\",\"arguments\":" + each + "}";
                assertEquals(each.equals(value), errors(validator, call).isEmpty(), call);
            }
        });
    }

    @Test
    void typesOfTheSameNameInSeveralCallsStaySeparate() {
        var validator = validator(JsonSchema.of(wire.calls(Lists.class)));
        String strings = "{\"method\":\"strings\",\"arguments\":{\"number\":1,\"items\":[\"a\"]}}";
        assertEquals(List.of(), errors(validator, strings));
        assertEquals(
                List.of(),
                errors(validator, strings.replace("strings", "numbers").replace("\"a\"", "2")));
        assertNotEquals(List.of(), errors(validator, strings.replace("strings", "numbers")));
    }
}
