package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.ArrayType;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.MessageForm;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.TextOptions;
import io.millrace.wire.UnionType;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class YamlCallsTest {
    private static final List<NamedType> TYPES = List.of(
            new MessageType(
                    "demo.Trade",
                    MessageForm.RECORD,
                    List.of(
                            new Field("symbol", Scalar.nullable(ScalarKind.STRING)),
                            new Field("price", Scalar.required(ScalarKind.DOUBLE)))),
            new UnionType(
                    "java.lang.Object",
                    List.of(
                            Scalar.required(ScalarKind.STRING),
                            Scalar.required(ScalarKind.INT),
                            Scalar.required(ScalarKind.DOUBLE))));
    private static final Field TRADE = new Field("trade", new Reference(0));
    private static final Field SQL = new Field("sql", Scalar.nullable(ScalarKind.STRING));
    private static final Field COUNT = new Field("count", Scalar.required(ScalarKind.INT));
    private static final Field COUNT2 = new Field("count2", Scalar.required(ScalarKind.INT));

    private static final List<CallSchema> CALLS = List.of(
            new CallSchema("demo.Trades", "trade", List.of(TRADE), TYPES),
            new CallSchema("demo.Trades", "endOfInput", List.of(), TYPES),
            new CallSchema("demo.Names", "name", List.of(SQL), TYPES),
            new CallSchema(
                    "demo.Sql",
                    "executeUpdate",
                    List.of(SQL, new Field("args", new ArrayType(new Reference(1)))),
                    TYPES),
            new CallSchema("demo.Sql", "both", List.of(TRADE, COUNT), TYPES),
            new CallSchema("demo.Over", "over", List.of(COUNT), TYPES),
            new CallSchema("demo.Over", "over", List.of(COUNT, COUNT2), TYPES));

    private static final String STREAM = """
            # the first trade

            # of the day
            trade:
              symbol: ABC
              price: 1.5
            # and the end
            ---
            # really
            endOfInput: []
            ---
            name: x y
            ---
            name: null
            ---
            executeUpdate:
              - insert into t values (?, ?)
              - [a, 1, 2.5]
            ---
            both:
              - symbol: A
                price: 2.0
              - 7
            ---
            trade: null
            # nothing more
            """;

    private static YamlCalls read(String text) {
        return YamlCalls.read(new StringReader(text), CALLS, TextOptions.strict());
    }

    private static String rewrite(String text) {
        StringBuilder written = new StringBuilder();
        YamlCalls calls = read(text);
        while (calls.next()) {
            BinaryOutput out = BinaryOutput.allocate(64);
            calls.arguments(out);
            if (!written.isEmpty()) {
                written.append("---\n");
            }
            YamlCallText.of(CALLS.get(calls.call())).write(BinaryInput.of(out.toByteArray()), written);
        }
        return written.toString();
    }

    @Test
    void aStreamOfCallsSurvives() {
        String withoutComments = STREAM.replaceAll("#.*\n\n?", "");
        assertEquals(withoutComments, rewrite(STREAM));
        assertEquals(withoutComments, rewrite("---\n---\r\n" + STREAM.replace("\n", "\r\n") + "\n---\n# x\n---\n"));
        assertEquals(withoutComments, rewrite("\uFEFF%YAML 1.2\n--- # start\n" + STREAM.replace("\n---", "\n...")));
    }

    @Test
    void filesWithByteOrderMarksMayBeJoined() {
        String once = rewrite(STREAM);
        String twice = rewrite(STREAM + "---\n" + STREAM);
        assertEquals(twice, rewrite("\uFEFF" + STREAM + "\uFEFF---\n" + STREAM));
        assertEquals(twice, rewrite("\uFEFF" + STREAM + "...\n\uFEFF" + STREAM));
        assertEquals(twice, rewrite("\uFEFF" + STREAM + "...\n\uFEFF# joined\n" + STREAM));
        assertEquals(once, rewrite(STREAM + "...\n\uFEFF"));
    }

    @Test
    void commentsAndLinesAreKnown() {
        YamlCalls calls = read(STREAM);
        assertTrue(calls.next());
        assertEquals(List.of("# the first trade", "# of the day"), calls.comments());
        assertEquals(1, calls.document());
        assertEquals(4, calls.line());
        assertTrue(calls.next());
        assertEquals(List.of("# and the end", "# really"), calls.comments());
        assertEquals(2, calls.document());
        assertEquals(10, calls.line());
        int last = 0;
        while (calls.next()) {
            last = calls.line();
            assertEquals(List.of(), calls.comments());
        }
        assertEquals(25, last);
        assertEquals(List.of("# nothing more"), calls.comments());
        assertFalse(calls.next());
    }

    @Test
    void aHashInAValueIsNoComment() {
        YamlCalls calls = read("name: |\n  a\n  # b\n\n---\nname: \"x\n  # y\"\n---\nname: z\n");
        for (int i = 0; i < 3; i++) {
            assertTrue(calls.next());
            assertEquals(List.of(), calls.comments());
        }
        assertEquals(
                "name: |\n  a\n  # b\n---\n",
                rewrite("name: |\n  a\n  # b\n\n---\n").concat("---\n"));
    }

    @Test
    void aCallIsThereAsSoonAsTheNextMarkerIs() {
        Reader reader = new Reader() {
            private final String text = "name: a\n---\n";
            private int next;

            @Override
            public int read(char[] buffer, int offset, int length) throws IOException {
                if (next == text.length()) {
                    throw new IOException("read too far");
                }
                buffer[offset] = text.charAt(next++);
                return 1;
            }

            @Override
            public void close() {}
        };
        YamlCalls calls = YamlCalls.read(reader, CALLS, TextOptions.strict());
        assertTrue(calls.next());
        assertEquals(2, calls.call());
        assertThrows(UncheckedIOException.class, calls::next);
    }

    @Test
    void overloadsAreDistinguishedByTheNumberOfArguments() {
        YamlCalls several = read("over: [1, 2]");
        assertTrue(several.next());
        assertEquals(6, several.call());
        YamlCalls single = read("over: 1");
        assertTrue(single.next());
        assertEquals(5, single.call());
    }

    @Test
    void oneListAndSeveralArgumentsCannotBeDistinguished() {
        Field counts = new Field("counts", new ArrayType(Scalar.required(ScalarKind.INT)));
        List<CallSchema> overloads = List.of(
                new CallSchema("demo.Over", "over", List.of(counts), TYPES),
                new CallSchema("demo.Over", "over", List.of(COUNT, COUNT2), TYPES));
        YamlCalls calls = YamlCalls.read(new StringReader("over: [1, 2]"), overloads, TextOptions.strict());
        TextException error = assertThrows(TextException.class, calls::next);
        assertTrue(error.getMessage().contains("overloaded"), error.getMessage());
    }

    private static void error(String text, int document, int line, int column, String part) {
        YamlCalls calls = read(text);
        TextException error = assertThrows(TextException.class, () -> {
            while (calls.next()) {
                calls.arguments(BinaryOutput.allocate(64));
            }
        });
        assertTrue(error.getMessage().contains(part), error.getMessage());
        assertEquals(
                document + " " + line + ":" + column,
                error.document() + " " + error.line() + ":" + error.column(),
                error.getMessage());
    }

    @Test
    void errorsHaveDocumentAndPosition() {
        error("name: a\n---\n\ntrad: {}\n", 2, 4, 1, "nearest=trade");
        error("name: a\n---\ntrade:\n  symbol: A\n  pice: 1\n", 2, 5, 3, "nearest=price");
        error("trade:\n  price: x", 1, 2, 10, "path=trade.trade.price");
        error("trade: {}\nname: a", 1, 2, 1, "one key");
        error("just text", 1, 1, 1, "one key");
        error("endOfInput: 1", 1, 1, 13, "no arguments");
        error("both: [{}]", 1, 1, 7, "a sequence of [trade, count]");
        error("[trade]: 1", 1, 1, 1, "no such method");
    }
}
