package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.ListType;
import io.millrace.wire.MapType;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireFormatException;
import io.millrace.wire.WireLimits;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Another reader, which knows no schema, reads a written string back: as a string, and as the same one. */
class YamlStringsTest {
    private static final Schema LIST =
            new Schema(List.of(), new ListType(new ListType(Scalar.nullable(ScalarKind.STRING))));
    private static final Schema MAP =
            new Schema(List.of(), new MapType(Scalar.nullable(ScalarKind.STRING), Scalar.nullable(ScalarKind.STRING)));
    private static final Schema STRING = new Schema(List.of(), Scalar.nullable(ScalarKind.STRING));

    private static String text(String value) {
        BinaryOutput out = BinaryOutput.allocate(64, WireLimits.defaults());
        out.writeString(value);
        return text(STRING, out);
    }

    private static String text(Schema schema, BinaryOutput out) {
        StringBuilder text = new StringBuilder();
        YamlText.of(schema).write(BinaryInput.of(out.toByteArray()), text);
        return text.toString();
    }

    private static Object load(String text) {
        return new Load(LoadSettings.builder().setSchema(new CoreSchema()).build()).loadFromString(text);
    }

    @Test
    void harmlessStringsArePlain() {
        for (String value : List.of(
                "ABC",
                "a b  c",
                "insert into t values (?)",
                "it's",
                "say \"hi\"",
                "C:\\temp",
                "a:b",
                "http://host:80/x?y=1#z",
                "a#b",
                "10.0.0.1",
                "123abc",
                "1234567e-89b",
                "1st",
                "truely",
                "nil",
                "e5",
                "Größe",
                "價格",
                "😀 ok",
                "/tmp/x",
                "(a)",
                "a, b",
                "x[1]",
                "nullable",
                "_1",
                "<a>",
                "=1",
                "1-2",
                "1e5x",
                "0xZZ")) {
            assertEquals(value + "\n", text(value));
            assertEquals(value, load(text(value)));
        }
    }

    @Test
    void stringsThatReadAsSomethingElseAreQuoted() {
        for (String value : List.of(
                "",
                " ",
                "a ",
                " a",
                "true",
                "False",
                "yes",
                "NO",
                "on",
                "Off",
                "null",
                "~",
                "NULL",
                "1",
                "1.5",
                "-1",
                "+1",
                ".5",
                "5.",
                "1e5",
                "1E+5",
                "0x1F",
                "0o7",
                "0b1",
                "1_000",
                "12:30",
                "12:30:45",
                ".inf",
                "-.inf",
                ".NaN",
                "=",
                "<<",
                "-",
                "- a",
                "-a",
                "?",
                "? a",
                ":",
                "a:",
                "a: b",
                "a #b",
                "#a",
                "&a",
                "*a",
                "!a",
                "|",
                ">",
                "'a'",
                "\"a\"",
                "%a",
                "@a",
                "`a`",
                "[a]",
                "{a}",
                ",a",
                "]",
                "}",
                "---",
                "...",
                "--- a",
                "...a")) {
            assertEquals("\"" + value.replace("\"", "\\\"") + "\"\n", text(value));
            assertEquals(value, load(text(value)));
        }
    }

    @Test
    void stringsThatReadAsSomethingElseInVersion11AreQuoted() {
        for (String value : List.of(
                "+0x1",
                "+0o7",
                "+0b1",
                "190:20:30",
                "+.inf",
                "2001-01-01",
                "2001-1-1 12:30:45",
                "2001-12-14t21:59:43.10-05:00")) {
            assertEquals("\"" + value + "\"\n", text(value));
            assertEquals(value, load(text(value)));
        }
    }

    @Test
    void whatCannotBeSeenIsEscaped() {
        assertEquals("\"a\\tb\"\n", text("a\tb"));
        assertEquals("\"\\0\\x1b\\x7f\\x85\\u2028\\ufeff\\uffff\"\n", text("\0\u001b\u007f\u0085\u2028\ufeff\uffff"));
        String hidden = "a\u202eb\u200bc\u2066d\u00ade\u061cf";
        assertEquals("\"a\\u202eb\\u200bc\\u2066d\\xade\\u061cf\"\n", text(hidden));
        assertEquals(hidden, load(text(hidden)));
        assertEquals("\"a\\u202e\\nb\"\n", text("a\u202e\nb"), "also in what would be a block");
        assertEquals("\"a\\r\\nb\"\n", text("a\r\nb"));
        assertEquals("\"a\\n\"\n", text("a\n"));
        assertEquals("\"\\na\"\n", text("\na"));
        assertEquals("\"a\\n\\n\"\n", text("a\n\n"));
        assertEquals("\"a \\nb\"\n", text("a \nb"));
        assertEquals("\" a\\nb\"\n", text(" a\nb"));
    }

    @Test
    void severalLinesAreALiteralBlock() {
        assertEquals("|-\n  select *\n    from t\n\n  where x\n", text("select *\n  from t\n\nwhere x"));
        assertEquals("|\n  a: 1\n  # b\n", text("a: 1\n# b\n"));
        assertEquals("|-\n  ---\n  ...\n", text("---\n..."));
    }

    @Test
    void anUnpairedSurrogateIsAnError() {
        for (String value : List.of("\ud83d", "a\ud83db", "\ude00", "\ud83d\ud83d\ude00")) {
            Utf8Output out = Utf8Output.ofAnyLength();
            assertThrows(
                    WireFormatException.class, () -> YamlStrings.append(out, value, YamlStrings.Context.BLOCK), value);
        }
    }

    @Test
    void anyStringSurvivesAnotherReaderInEveryContext() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 30_000; i++) {
            String a = randomString(random);
            String b = randomString(random);
            BinaryOutput out = BinaryOutput.allocate(64, WireLimits.defaults());
            out.writeCount(1);
            out.writeCount(2);
            out.writeString(a);
            out.writeString(b);
            check(LIST, out, List.of(List.of(a, b)), seed);
            out.reset();
            out.writeCount(1);
            out.writeString(a);
            out.writeString(b);
            check(MAP, out, Map.of(a, b), seed);
            out.reset();
            out.writeString(a);
            check(STRING, out, a, seed);
        }
    }

    private static void check(Schema schema, BinaryOutput out, Object expected, long seed) {
        String text = text(schema, out);
        assertEquals(expected, load(text), () -> "seed=" + seed + " text=" + text);
        byte[] bytes = out.toByteArray();
        out.reset();
        YamlText.of(schema).read(text, TextOptions.strict(), out);
        assertEquals(List.of(box(bytes)), List.of(box(out.toByteArray())), () -> "seed=" + seed + " text=" + text);
    }

    private static List<Byte> box(byte[] bytes) {
        Byte[] boxed = new Byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            boxed[i] = bytes[i];
        }
        return List.of(boxed);
    }

    private static String randomString(Random random) {
        String[] pieces = {
            "a", "b", "Z", "0", "1", "9", " ", " ", "\n", "\n", "\t", ":", "#", "-", "?", ",", "[", "]", "{", "}", "&",
            "*", "!", "|", ">", "'", "\"", "%", "@", "`", "\\", ".", "_", "e", "E", "x", "o", "+", "=", "<", "~",
            "true", "null", "no", ".inf", "---", "...", "\r", "\0", "\u0085", "\u00a0", "\u2028", "\ufeff", "é", "価",
        };
        int count = random.nextInt(20) == 0 ? random.nextInt(400) : random.nextInt(7);
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < count; i++) {
            value.append(pieces[random.nextInt(pieces.length)]);
        }
        return value.toString();
    }
}
