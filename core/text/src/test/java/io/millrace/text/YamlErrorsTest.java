package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.EnumType;
import io.millrace.wire.Field;
import io.millrace.wire.ListType;
import io.millrace.wire.MapType;
import io.millrace.wire.MessageForm;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Schema;
import io.millrace.wire.SetType;
import io.millrace.wire.TextOptions;
import io.millrace.wire.UnionType;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person reads about a text that does not fit. */
class YamlErrorsTest {
    private static final List<NamedType> TYPES = List.of(
            new MessageType(
                    "demo.Topology",
                    MessageForm.RECORD,
                    List.of(
                            new Field("channels", new MapType(Scalar.nullable(ScalarKind.STRING), new Reference(1))),
                            new Field("threads", new ListType(new Reference(1))),
                            new Field("shape", new Reference(2)),
                            new Field("names", new SetType(Scalar.nullable(ScalarKind.STRING))))),
            new MessageType(
                    "demo.Channel",
                    MessageForm.RECORD,
                    List.of(
                            new Field("durability", new Reference(3)),
                            new Field("segmentSizeBytes", Scalar.required(ScalarKind.INT)),
                            new Field("rollEvery", Scalar.nullable(ScalarKind.DURATION)))),
            new UnionType("demo.Shape", List.of(new Reference(4), new Reference(5))),
            new EnumType("demo.Durability", List.of("MAPPED", "SYNCED")),
            new MessageType("demo.Circle", MessageForm.RECORD, List.of()),
            new MessageType("demo.Square", MessageForm.RECORD, List.of()));
    private static final YamlText TOPOLOGY = YamlText.of(new Schema(TYPES, new Reference(0)));

    private static void error(String text, int line, int column, String... parts) {
        TextException error = assertThrows(
                TextException.class, () -> TOPOLOGY.read(text, TextOptions.strict(), BinaryOutput.allocate(64)), text);
        String message = error.getMessage();
        assertEquals(line + ":" + column, error.line() + ":" + error.column(), message);
        assertTrue(message.endsWith(" document=1 line=" + line + " column=" + column), message);
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void aMisspeltKeyIsReportedWithTheNearestName() {
        error("""
                channels:
                  trades:
                    durabilty: MAPPED
                """, 3, 5, "key=durabilty", "nearest=durability", "type=demo.Channel", "path=channels.trades");
        error("chanels: {}", 1, 1, "nearest=channels");
        error("# a comment\n\nThreads: []", 3, 1, "nearest=threads");
        TextException far = assertThrows(
                TextException.class, () -> TOPOLOGY.read("colour: 1", TextOptions.strict(), BinaryOutput.allocate(64)));
        assertTrue(!far.getMessage().contains("nearest"), far.getMessage());
        TOPOLOGY.read("{chanels: {a: [1]}, threads: []}", TextOptions.lenient(), BinaryOutput.allocate(64));
    }

    @Test
    void aWrongValueIsNamedWithItsPathAndWhatWasExpected() {
        error("""
                threads:
                  - durability: MAPPED
                  - durability: SYNCED
                    segmentSizeBytes: 64M
                """, 4, 23, "value=64M", "expected=\"a whole number of 32 bits\"", "path=threads[1].segmentSizeBytes");
        error("threads: [{segmentSizeBytes: \"5\"}]", 1, 30, "without quotes", "path=threads[0].segmentSizeBytes");
        error("threads: [{segmentSizeBytes: }]", 1, 29, "value=null");
        error("threads: [{durability: MAPED}]", 1, 24, "value=MAPED", "nearest=MAPPED", "[MAPPED, SYNCED]");
        error("threads: [{rollEvery: 1h}]", 1, 23, "value=1h", "a duration such as PT1.5S");
        error("threads: 5", 1, 10, "value=5", "a sequence");
        error("threads: {a: 1}", 1, 10, "(a mapping)", "a sequence");
        error("channels: [1]", 1, 11, "(a sequence)", "a mapping");
        error("threads: [5]", 1, 11, "the fields of Channel: durability, segmentSizeBytes, rollEvery");
        error("just text", 1, 1, "value=just text", "the fields of Topology");
        error("threads: [{[a]: 1}]", 1, 12, "a field of Channel");
    }

    @Test
    void aKeyOrAnElementThatAppearsTwiceIsAnError() {
        error("threads: []\nthreads: []", 2, 1, "a key appears twice", "key=threads");
        error("channels: {a: {}, \"a\": {}}", 1, 19, "a key appears twice", "key=a");
        error("names: [a, b, a]", 1, 15, "twice", "value=a", "path=names[2]");
    }

    @Test
    void onlyTagsOfTheSchemaAreAllowedAndNothingIsLoaded() {
        error("shape: !Circel {}", 1, 8, "tag=!Circel", "allowed=[!Circle, !Square]", "nearest=!Circle");
        error("shape: !java.lang.ProcessBuilder [a]", 1, 8, "tag=!java.lang.ProcessBuilder");
        error("shape: !!javax.script.ScriptEngineManager []", 1, 8, "tag=!!javax.script.ScriptEngineManager");
        error("shape: {}", 1, 8, "a member of a union type must have a tag", "[!Circle, !Square]");
        error("threads: [!Circle {}]", 1, 11, "tag=!Circle", "allowed=!Channel");
        error("threads: !Circle []", 1, 10, "tag=!Circle");
        error("!Circle {}", 1, 1, "tag=!Circle", "allowed=!Topology");
        error("threads: [{segmentSizeBytes: !!str 5}]", 1, 30, "tag=!!str", "allowed=!int");
    }

    @Test
    void anchorsAndAliasesAreRefused() {
        error("names: &a [x]", 1, 8, "anchors are not allowed", "value=&a");
        error("names: [*a]", 1, 9, "aliases are not allowed", "value=*a");
        error("names: [x]\n<<: *b", 2, 5, "aliases are not allowed");
    }

    @Test
    void invalidYamlIsAnErrorWithItsPosition() {
        error("names: [a", 2, 1, "this is not YAML");
        error("names: 'a", 2, 1, "this is not YAML");
        error("names:\n\t- a", 2, 1, "this is not YAML");
        error("names: [a]\n  x: 1", 2, 3, "this is not YAML");
        error("names: [\"\\q\"]", 1, 11, "this is not YAML");
        error("names:\n  - a\0b", 2, 6, "this is not YAML", "value=U+0");
        error("", 1, 1, "no document");
        error("# nothing\n---\n", 1, 1, "no document");
        error("%TAG ! tag:x,2024:\n---\nnames: []", 1, 1, "directive");
    }

    @Test
    void moreThanOneDocumentIsAnError() {
        TextException error = assertThrows(
                TextException.class,
                () -> TOPOLOGY.read("names: []\n---\nnames: []", TextOptions.strict(), BinaryOutput.allocate(64)));
        assertEquals("the text has more than one document document=2 line=2 column=1", error.getMessage());
        TOPOLOGY.read("%YAML 1.2\n---\nnames: []\n...\n", TextOptions.strict(), BinaryOutput.allocate(64));
    }

    @Test
    void sizesAndDepthAreBounded() {
        WireLimits limits = WireLimits.defaults().withMaxMessageBytes(1_024);
        TextOptions small = TextOptions.strict().withLimits(limits);
        String longText = "names: [" + "abcdefgh, ".repeat(110) + "]";
        assertThrows(WireLimitException.class, () -> TOPOLOGY.read(longText, small, BinaryOutput.allocate(64)));
        String deep = "names: " + "[".repeat(100_000);
        assertThrows(WireException.class, () -> TOPOLOGY.read(deep, TextOptions.strict(), BinaryOutput.allocate(64)));
        List<NamedType> chain = List.of(
                new MessageType("demo.Chain", MessageForm.RECORD, List.of(new Field("next", new Reference(0)))));
        YamlText yaml = YamlText.of(new Schema(chain, new Reference(0)));
        BinaryOutput out = BinaryOutput.allocate(256);
        yaml.read("{next: ".repeat(65) + "null" + "}".repeat(65), TextOptions.strict(), out);
        StringBuilder text = new StringBuilder();
        yaml.write(BinaryInput.of(out.toByteArray()), text);
        assertTrue(text.toString().endsWith(" next: {}\n"), text.toString());
        assertThrows(
                WireLimitException.class,
                () -> yaml.read("{next: ".repeat(67) + "null" + "}".repeat(67), TextOptions.strict(), out));
    }

    @Test
    void theNearestNameIsFound() {
        assertEquals(
                " nearest=durability", NearestName.hintForData("Durabiltiy", List.of("kind", "durability", "roll")));
        assertEquals("", NearestName.hintForData("xyz", List.of("kind", "durability", "roll")));
        assertEquals(1, NearestName.distance("raeds", "reads"));
        assertEquals(3, NearestName.distance("kitten", "sitting"));
    }
}
