package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.Field;
import io.millrace.wire.MessageForm;
import io.millrace.wire.MessageType;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages written by classes of another loader have a text, and that text can be read where the classes are absent.
 */
class YamlWithoutClassesTest {
    private static final String SOURCE = """
            package absent;

            import java.time.Duration;
            import java.util.List;

            public record Ghost(String name, Duration seen, List<Haunt> haunts) {
                public sealed interface Haunt permits Castle, Attic {}
                public record Castle(int towers) implements Haunt {}
                public enum Attic implements Haunt { DUSTY, DARK }
                public interface Ghosts {
                    void appears(Ghost ghost, boolean atMidnight);
                    void vanishes();
                }
                public static Ghost some() {
                    return new Ghost("Sir Simon: of C.", Duration.ofHours(300), List.of(new Castle(3), Attic.DARK));
                }
            }
            """;

    @TempDir
    Path directory;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Written(byte[] schema, byte[] message, byte[] call, byte[] arguments) {}

    private Written writeWithClasses() throws Exception {
        Path source = Files.createDirectories(directory.resolve("absent")).resolve("Ghost.java");
        Files.writeString(source, SOURCE);
        StringWriter said = new StringWriter();
        int failed = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        new PrintWriter(said),
                        new PrintWriter(said),
                        "-parameters",
                        "-d",
                        directory.toString(),
                        source.toString());
        assertEquals(0, failed, said::toString);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            Class<?> type = loader.loadClass("absent.Ghost");
            Object ghost = type.getMethod("some").invoke(null);
            Wire wire = Wire.of(WireTypes.none());
            BinaryOutput out = BinaryOutput.allocate(64);
            write(wire, type, ghost, out);
            byte[] message = out.toByteArray();
            Class<?> calls = loader.loadClass("absent.Ghost$Ghosts");
            out.reset();
            MethodWriter writer = wire.methodWriter(new IntoOutput(out), calls);
            calls.getMethod("appears", type, boolean.class).invoke(writer.as(calls), ghost, true);
            CallSchema call = writer.calls().stream()
                    .filter(schema -> schema.methodName().equals("appears"))
                    .findFirst()
                    .orElseThrow();
            return new Written(wire.schema(type).encode(), message, call.encode(), out.toByteArray());
        }
    }

    private static <T> void write(Wire wire, Class<T> type, Object message, BinaryOutput out) {
        wire.codec(type).write(out, type.cast(message));
    }

    private record IntoOutput(BinaryOutput out) implements CallSink {
        @Override
        public BinaryOutput begin(int method) {
            return out;
        }

        @Override
        public void end(int method) {}

        @Override
        public void abort(int method, Throwable error) {
            throw new AssertionError(error);
        }
    }

    @Test
    void aMessageIsReadable() throws Exception {
        Written written = writeWithClasses();
        assertThrows(ClassNotFoundException.class, () -> Class.forName("absent.Ghost"));
        YamlText yaml = YamlText.of(Schema.decode(MemorySegment.ofArray(written.schema()), 0, written.schema().length));
        StringBuilder text = new StringBuilder();
        yaml.write(BinaryInput.of(written.message()), text);
        assertEquals("""
                !Ghost
                name: "Sir Simon: of C."
                seen: PT300H
                haunts:
                  - !Castle
                    towers: 3
                  - !Attic DARK
                """, text.toString());
        BinaryOutput out = BinaryOutput.allocate(64);
        yaml.read(text.toString(), TextOptions.strict(), out);
        assertArrayEquals(written.message(), out.toByteArray());
    }

    @Test
    void aCallIsReadableAndCanBeWrittenByHand() throws Exception {
        Written written = writeWithClasses();
        CallSchema schema = CallSchema.decode(MemorySegment.ofArray(written.call()), 0, written.call().length);
        String text = Yaml.ofCall(schema, BinaryInput.of(written.arguments()));
        assertEquals("""
                appears:
                  - name: "Sir Simon: of C."
                    seen: PT300H
                    haunts:
                      - !Castle
                        towers: 3
                      - !Attic DARK
                  - true
                """, text);
        YamlCalls calls = YamlCalls.read(new StringReader(text), List.of(schema), TextOptions.strict());
        calls.next();
        BinaryOutput out = BinaryOutput.allocate(64);
        calls.arguments(out);
        assertArrayEquals(written.arguments(), out.toByteArray());
    }

    @Test
    void aChainOfTypesWithoutEndHasAText() {
        List<NamedType> types = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Field next = new Field("next", new Reference(Math.min(i + 1, 9_999)));
            types.add(new MessageType("x.Node" + i, MessageForm.RECORD, List.of(next)));
        }
        StringBuilder text = new StringBuilder();
        YamlText.of(new Schema(types, new Reference(0))).write(BinaryInput.of(new byte[1]), text);
        assertEquals("!Node0 {}\n", text.toString());
    }
}
