package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.RandomMessages;
import io.millrace.wire.Wire;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Schemas as people and other programs see them. */
class SchemaTextTest {
    enum Side {
        BUY,
        SELL
    }

    sealed interface Event {}

    record Opened(String name) implements Event {}

    record Closed(int code, Side side, Map<Side, List<Double>> prices, Event cause) implements Event {}

    interface Events {
        void event(Event event, Instant at);

        void text(String text);
    }

    private final Wire wire = Wire.of(WireTypes.none());

    @Test
    void aCallIsItsParametersAndTheirTypes() {
        assertEquals("""
                call: io.millrace.text.SchemaTextTest$Events.event
                parameters:
                  event: Event
                  at: INSTANT?
                types:
                  Event:
                    family: io.millrace.text.SchemaTextTest$Event
                    members: [Opened, Closed]
                  Opened:
                    record: io.millrace.text.SchemaTextTest$Opened
                    fields:
                      name: STRING?
                  Closed:
                    record: io.millrace.text.SchemaTextTest$Closed
                    fields:
                      code: INT
                      side: Side
                      prices: "map<Side, list<DOUBLE?>>"
                      cause: Event
                  Side:
                    enum: io.millrace.text.SchemaTextTest$Side
                    constants: [BUY, SELL]
                """, SchemaText.of(wire.calls(Events.class).getFirst()));
        assertTrue(SchemaText.of(wire.schema(Opened.class)).startsWith("message: Opened\ntypes:\n  Opened:\n"));
    }

    @Test
    void theTextOfAnySchemaIsYaml() {
        for (Class<?> type : RandomMessages.all()) {
            assertTrue(YamlTree.parse(SchemaText.of(wire.schema(type)), WireLimits.defaults())
                    .isPresent());
        }
    }

    @Test
    void aJsonSchemaNamesKindsRangesAndWhatMayBeNull() {
        assertEquals("""
                {
                  "$schema": "https://json-schema.org/draft/2020-12/schema",
                  "$ref": "#/$defs/io.millrace.text.SchemaTextTest$Opened",
                  "$defs": {
                    "io.millrace.text.SchemaTextTest$Opened": {
                      "title": "Opened",
                      "type": "object",
                      "properties": {
                        "@type": {
                          "type": "string"
                        },
                        "name": {
                          "anyOf": [{
                            "type": "string"
                          }, {
                            "type": "null"
                          }]
                        }
                      },
                      "required": [],
                      "additionalProperties": false
                    }
                  }
                }
                """, JsonSchema.of(wire.schema(Opened.class)));
        String closed = JsonSchema.of(wire.schema(Closed.class));
        assertTrue(closed.contains("\"minimum\": -2147483648"), closed);
        assertTrue(closed.contains("\"enum\": [\"BUY\", \"SELL\"]"), closed);
        assertTrue(closed.contains("\"required\": [\"code\"]"), closed);
        assertTrue(closed.contains("\"required\": [\"@type\"]"), closed);
    }

    @Test
    void aJsonSchemaOfCallsHasOneAlternativeForEachMethod() {
        String calls = JsonSchema.of(wire.calls(Events.class));
        assertTrue(calls.contains("\"const\": \"event\"") && calls.contains("\"const\": \"text\""), calls);
        assertTrue(calls.contains("\"minItems\": 2") && calls.contains("\"prefixItems\""), calls);
        // JSON is YAML, which our own parser reads strictly.
        assertTrue(
                YamlTree.parse(calls, WireLimits.defaults().withMaxDepth(200)).isPresent());
    }
}
