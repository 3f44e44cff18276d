package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Lane;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import io.millrace.wire.WireType;
import java.io.StringReader;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** For random schemas and values: reading the text gives the same bytes, and no text or bytes do any harm. */
@Tag("proof")
class YamlRoundTripTest {
    private final long seed = System.nanoTime();

    private static String write(YamlText yaml, byte[] bytes) {
        StringBuilder text = new StringBuilder();
        BinaryInput in = BinaryInput.of(bytes);
        yaml.write(in, text);
        in.expectEnd();
        return text.toString();
    }

    @Test
    void textLeadsBackToTheSameBytes() {
        for (int i = 0; i < Lane.rounds(100); i++) {
            YamlRandom random = new YamlRandom(seed + i);
            List<NamedType> types = random.types();
            for (int j = 0; j < 10; j++) {
                WireType root = random.type(0);
                Schema schema = new Schema(types, root);
                BinaryOutput out = BinaryOutput.allocate(1_024);
                if (root instanceof Reference reference
                        && types.get(reference.number()) instanceof MessageType message) {
                    random.fields(types, message.fields(), out, 0);
                } else {
                    random.value(types, root, out, 0);
                }
                byte[] bytes = out.toByteArray();
                YamlText yaml = YamlText.of(schema);
                String text = write(yaml, bytes);
                out.reset();
                try {
                    yaml.read(text, TextOptions.strict(), out);
                } catch (RuntimeException e) {
                    throw new AssertionError("seed=" + (seed + i) + " schema=" + schema + "\n" + text, e);
                }
                assertArrayEquals(bytes, out.toByteArray(), () -> "seed=" + seed + " schema=" + schema + "\n" + text);
                assertEquals(text, write(yaml, out.toByteArray()));
            }
        }
    }

    @Test
    void callsLeadBackToTheSameBytes() {
        for (int i = 0; i < Lane.rounds(100); i++) {
            YamlRandom random = new YamlRandom(seed + i);
            CallSchema schema = new CallSchema("demo.Calls", "on", random.fields(), random.types());
            BinaryOutput out = BinaryOutput.allocate(1_024);
            random.fields(schema.types(), schema.parameters(), out, 0);
            byte[] bytes = out.toByteArray();
            StringBuilder text = new StringBuilder();
            YamlCallText.of(schema).write(BinaryInput.of(bytes), text);
            YamlCalls calls = YamlCalls.read(new StringReader(text.toString()), List.of(schema), TextOptions.strict());
            assertTrue(calls.next());
            out.reset();
            long seedOfCall = seed + i;
            try {
                calls.arguments(out);
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seedOfCall + "\n" + text, e);
            }
            assertArrayEquals(bytes, out.toByteArray(), () -> "seed=" + seedOfCall + "\n" + text);
        }
    }

    /**
     * A blank line within a document does not occur in canonical text, and makes the reader build a tree of all of it.
     */
    @Test
    void callsReadWithoutATreeAreTheSameAsThoseWithOne() {
        for (int i = 0; i < Lane.rounds(100); i++) {
            YamlRandom random = new YamlRandom(seed + i);
            List<Field> one = List.of(new Field("one", random.type(0)));
            CallSchema schema = new CallSchema("demo.Calls", "on", one, random.types());
            BinaryOutput out = BinaryOutput.allocate(1_024);
            random.fields(schema.types(), schema.parameters(), out, 0);
            byte[] bytes = out.toByteArray();
            StringBuilder text = new StringBuilder();
            YamlCallText.of(schema).write(BinaryInput.of(bytes), text);
            String both = "# one\n" + text + "---\n" + text + "\n";
            YamlCalls calls = YamlCalls.read(new StringReader(both), List.of(schema), TextOptions.strict());
            int[] lines = {2, 3 + (int) text.chars().filter(c -> c == '\n').count()};
            for (int line : lines) {
                assertTrue(calls.next());
                assertEquals(line, calls.line(), () -> both);
                out.reset();
                calls.arguments(out);
                assertArrayEquals(bytes, out.toByteArray(), "seed=" + (seed + i) + "\n" + text);
            }
        }
    }

    @Test
    void damageGivesOnlyWireExceptions() {
        Random damage = new Random(seed);
        for (int i = 0; i < Lane.rounds(300); i++) {
            YamlRandom random = new YamlRandom(seed + i);
            List<NamedType> types = random.types();
            YamlText yaml = YamlText.of(new Schema(types, new Reference(7)));
            BinaryOutput out = BinaryOutput.allocate(1_024);
            random.value(types, new Reference(7), out, 0);
            byte[] bytes = out.toByteArray();
            StringBuilder text = new StringBuilder(write(yaml, bytes));
            for (int j = 0; j < 3; j++) {
                bytes[damage.nextInt(bytes.length)] ^= (byte) (1 << damage.nextInt(8));
                text.setCharAt(
                        damage.nextInt(text.length()), " \n-:#[]{},&*!|>'\"%@\tx0\0\u2028".charAt(damage.nextInt(24)));
            }
            onlyWireExceptions(() -> yaml.write(
                    new BinaryInput().wrap(MemorySegment.ofArray(bytes), 0, bytes.length), new StringBuilder()));
            out.reset();
            onlyWireExceptions(() -> yaml.read(text.toString(), TextOptions.strict(), out));
            out.reset();
            onlyWireExceptions(() -> yaml.read(text.toString(), TextOptions.lenient(), out));
        }
    }

    private void onlyWireExceptions(Runnable action) {
        try {
            action.run();
        } catch (WireException expected) {
            assertTrue(expected.getMessage().length() < 20_000);
        } catch (RuntimeException e) {
            throw new AssertionError("seed=" + seed, e);
        }
    }
}
