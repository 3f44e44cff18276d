package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Lane;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.ListType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls read without a tree equal those read with one, whatever the text is. */
@Tag("proof")
class CanonicalCallsTest {
    private static final String[] NAMES = {"to", "order", "a", "to$"};
    private static final String[] PIECES = {
        " ", "  ", "\n", "\n  ", "- ", "\n  - ", ": ", ", ", "[", "]", "[]", "{}", "'", "\"", "#", "0", "1.5", "null",
        "to: ", "order: ", "!", "|", "~", "\t"
    };

    private final long seed = System.nanoTime();

    /** A call of one to three methods with up to four parameters each. */
    private static CallSchema call(Random random, YamlRandom values, List<NamedType> types, String firstName) {
        List<Field> parameters = new ArrayList<>();
        List<CallSchema.Link> links = new ArrayList<>();
        for (int method = random.nextInt(3); method >= 0; method--) {
            int count = random.nextInt(5);
            for (int i = 0; i < count; i++) {
                parameters.add(new Field("p" + i, values.type(1)));
            }
            links.add(new CallSchema.Link(links.isEmpty() ? firstName : NAMES[random.nextInt(NAMES.length)], count));
        }
        CallSchema.Link last = links.removeLast();
        return new CallSchema("demo.Calls", last.methodName(), parameters, types, 0, links, List.of());
    }

    private static String text(CallSchema call, byte[] arguments) {
        StringBuilder text = new StringBuilder();
        YamlCallText.of(call).write(BinaryInput.of(arguments), text);
        return text.toString();
    }

    /** Returns the number of the only call and its arguments, or null if the text is refused. */
    private static String read(String text, List<CallSchema> calls) {
        try {
            YamlCalls documents = YamlCalls.of(text, calls, TextOptions.strict());
            StringBuilder read = new StringBuilder();
            while (documents.next()) {
                BinaryOutput out = BinaryOutput.allocate(256);
                documents.arguments(out);
                read.append(documents.call())
                        .append(' ')
                        .append(java.util.HexFormat.of().formatHex(out.toByteArray()));
            }
            return read.toString();
        } catch (WireException e) {
            return null;
        }
    }

    /** Does the same with the first name in quotation marks, which only the tree can read. */
    private static String readByTree(String text, List<CallSchema> calls) {
        return read(text.replaceFirst("^([a-z$]+):", "\"$1\":"), calls);
    }

    private static boolean isCanonical(String text, CallSchema call, byte[] arguments, String about) {
        Utf8Input bytes = new Utf8Input();
        BinaryOutput out = BinaryOutput.allocate(256);
        boolean canonical = bytes.fill(text) && YamlCallText.of(call).readCanonical(bytes, out);
        if (canonical) {
            assertArrayEquals(arguments, out.toByteArray(), about);
        }
        return canonical;
    }

    @Test
    void callsOfAnyFormAreReadEqually() {
        int[] written = new int[4];
        int[] canonical = new int[4];
        for (int i = 0; i < Lane.rounds(200); i++) {
            String about = "seed=" + seed + " i=" + i;
            Random random = new Random(seed + i);
            YamlRandom values = new YamlRandom(seed + i);
            List<NamedType> types = values.types();
            List<CallSchema> calls = new ArrayList<>();
            for (int j = random.nextInt(4); j >= 0; j--) {
                calls.add(call(random, values, types, NAMES[random.nextInt(2)]));
            }
            CallSchema call = calls.getFirst();
            BinaryOutput arguments = BinaryOutput.allocate(256);
            values.fields(types, call.parameters(), arguments, 3);
            String text = text(call, arguments.toByteArray());
            int kind =
                    !call.chain().isEmpty() ? 3 : Math.min(2, call.parameters().size());
            written[kind]++;
            canonical[kind] += isCanonical(text, call, arguments.toByteArray(), about + "\n" + text) ? 1 : 0;
            assertEquals(readByTree(text, calls), read(text, calls), () -> about + "\n" + text);
            for (int j = 0; j < 5 && text.length() < 600; j++) {
                String damaged = damaged(random, text);
                assertEquals(readByTree(damaged, calls), read(damaged, calls), () -> about + "\n" + damaged);
            }
        }
        assertEquals(written[0], canonical[0], () -> "seed=" + seed);
        // About every second call of one argument and every sixth of the others is in canonical form.
        for (int kind = 1; kind < 4; kind++) {
            int of = kind;
            assertTrue(canonical[kind] > 0, () -> "seed=" + seed + " kind=" + of + " written=" + written[of]);
        }
    }

    /** Damages the text only after the first name, which must stay so that the tree is used. */
    private static String damaged(Random random, String text) {
        StringBuilder damaged = new StringBuilder(text);
        int first = text.indexOf(':') + 1;
        for (int k = random.nextInt(2); k >= 0; k--) {
            int at = first + random.nextInt(damaged.length() + 1 - first);
            int end = Math.min(damaged.length(), at + (random.nextInt(3) == 0 ? random.nextInt(4) : 0));
            damaged.replace(at, end, random.nextInt(4) == 0 ? "" : PIECES[random.nextInt(PIECES.length)]);
        }
        return damaged.toString();
    }

    @Test
    void callsWithSeveralArgumentsOrNoneAreReadWithoutATree() {
        Field name = new Field("name", Scalar.nullable(ScalarKind.STRING));
        Field count = new Field("count", Scalar.required(ScalarKind.INT));
        Field many = new Field("many", new ListType(Scalar.nullable(ScalarKind.STRING)));
        BinaryOutput arguments = BinaryOutput.allocate(256);
        CallSchema none = new CallSchema("demo.Calls", "none", List.of(), List.of());
        assertTrue(isCanonical("none: []\n", none, arguments.toByteArray(), "none"));
        arguments.writeString("a b");
        arguments.writeInt(3);
        CallSchema line = new CallSchema("demo.Calls", "line", List.of(name, count), List.of());
        assertTrue(isCanonical(text(line, arguments.toByteArray()), line, arguments.toByteArray(), "line"));
        arguments.writeCount(1);
        arguments.writeString("x");
        CallSchema block = new CallSchema("demo.Calls", "block", List.of(name, count, many), List.of());
        assertTrue(isCanonical(text(block, arguments.toByteArray()), block, arguments.toByteArray(), "block"));
        CallSchema chain = new CallSchema(
                "demo.Calls",
                "of",
                List.of(name, count, many),
                List.of(),
                0,
                List.of(new CallSchema.Link("to", 1)),
                List.of());
        String text = text(chain, arguments.toByteArray());
        assertEquals("to: a b\nof:\n  - 3\n  - [x]\n", text);
        assertTrue(isCanonical(text, chain, arguments.toByteArray(), "chain"));
    }

    @Test
    void aChainMayHaveAMethodTwice() {
        Field name = new Field("name", Scalar.nullable(ScalarKind.STRING));
        Field count = new Field("count", Scalar.required(ScalarKind.INT));
        BinaryOutput arguments = BinaryOutput.allocate(64);
        arguments.writeString("a b");
        arguments.writeInt(3);
        List<CallSchema.Link> links = List.of(new CallSchema.Link("to", 1));
        CallSchema chain = new CallSchema("demo.Calls", "to", List.of(name, count), List.of(), 0, links, List.of());
        String text = text(chain, arguments.toByteArray());
        assertEquals("to: a b\nto: 3\n", text);
        String read = "0 " + java.util.HexFormat.of().formatHex(arguments.toByteArray());
        assertEquals(read, read(text, List.of(chain)));
        assertEquals(read, readByTree(text, List.of(chain)));
    }
}
