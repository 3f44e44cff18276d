package io.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.text.StreamWriter;
import io.millrace.wire.BinaryCodec;
import io.millrace.wire.Wire;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of messages from one format to another. */
class ConvertTest {
    private static final String CSV = """
            sensor,at,celsius,remarks
            attic,1970-01-01T00:00:01Z,20.5,"[""dry"",""warm""]"
            "",1970-01-01T00:00:02Z,-Infinity,
            """;

    @TempDir
    private Path directory;

    private Path binary;

    record Sample(String sensor, Instant at, double celsius, List<String> remarks) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Ran(int code, byte[] out, String err) {
        String text() {
            assertEquals(0, code, err);
            return new String(out, UTF_8);
        }
    }

    private static Ran run(byte[] in, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(in),
                new Output(out),
                new PrintStream(err, true, UTF_8),
                Terminal.of(Map.of()));
        int code = Millrace.run(console, args);
        return new Ran(code, out.toByteArray(), err.toString(UTF_8));
    }

    private static Ran run(String... args) {
        return run(new byte[0], args);
    }

    @BeforeEach
    void writeSamples() throws IOException {
        binary = directory.resolve("samples.bin");
        BinaryCodec<Sample> codec = Wire.of(WireTypes.none()).codec(Sample.class);
        try (OutputStream file = Files.newOutputStream(binary);
                StreamWriter writer = StreamWriter.open(file, codec.schema(), WireFormat.BINARY)) {
            writer.write(codec, new Sample("attic", Instant.ofEpochSecond(1), 20.5, List.of("dry", "warm")));
            writer.write(codec, new Sample("", Instant.ofEpochSecond(2), Double.NEGATIVE_INFINITY, null));
        }
    }

    @Test
    void binaryNeedsNothingElse() {
        assertEquals(
                CSV,
                run("convert", "--from", "binary", "--to", "csv", binary.toString())
                        .text());
        assertEquals(
                """
                !ConvertTest$Sample
                sensor: attic
                at: 1970-01-01T00:00:01Z
                celsius: 20.5
                remarks: [dry, warm]
                ---
                !ConvertTest$Sample
                sensor: ""
                at: 1970-01-01T00:00:02Z
                celsius: -.inf
                """.replace("ConvertTest$", ""),
                run("convert", "--from", "BINARY", "--to", "YAML", binary.toString())
                        .text());
    }

    @Test
    void everyFormatLeadsBackToTheSameFile() throws IOException {
        byte[] original = Files.readAllBytes(binary);
        for (WireFormat format : WireFormat.values()) {
            Path there = directory.resolve("there");
            String name = format.name();
            run("convert", "--from", "binary", "--to", name, binary.toString(), "-o", there.toString())
                    .text();
            assertFalse(Files.exists(directory.resolve("there.part")));
            Ran back = run(
                    Files.readAllBytes(there),
                    "convert",
                    "--from",
                    name,
                    "--to",
                    "binary",
                    "--schema",
                    binary.toString());
            assertEquals("", back.err);
            assertArrayEquals(original, back.out, name);
        }
    }

    @Test
    void theClassMaySayTheSchema() throws IOException {
        Path schema = directory.resolve("schema");
        Files.write(schema, Wire.of(WireTypes.none()).schema(Sample.class).encode());
        byte[] csv = CSV.getBytes(UTF_8);
        Ran byClass = run(csv, "convert", "--from", "csv", "--to", "binary", "--type", Sample.class.getName());
        assertArrayEquals(Files.readAllBytes(binary), byClass.out, byClass.err);
        Ran bySchema = run(csv, "convert", "--from", "csv", "--to", "binary", "--schema", schema.toString(), "-");
        assertArrayEquals(Files.readAllBytes(binary), bySchema.out, bySchema.err);
    }

    @Test
    void whatIsWrongIsSaid() throws IOException {
        refused("text does not contain its schema", "--from", "json", "--to", "binary", binary.toString());
        refused("another format", "--from", "raw", "--to", "json", binary.toString());
        refused("no such file", "--from", "raw", "--to", "json", "nowhere");
        refused("dump shows", "--from", "raw", "--to", "json", directory.toString());
        Path json = Files.writeString(directory.resolve("in.json"), "{\"sensor\":\"a\"}\n{\"sensr\":\"a\"}\n");
        Path out = directory.resolve("out.bin");
        String schema = binary.toString();
        String[] unknown = {
            "--from", "json", "--to", "binary", "--schema", schema, json.toString(), "-o", out.toString()
        };
        refused("nearest=sensor", unknown);
        refused("message=2 messageLine=2", unknown);
        assertFalse(Files.exists(out), "nothing is there unless all is well");
        run("convert", "--ignore-unknown", "--from", "json", "--to", "yaml", "--schema", schema, json.toString())
                .text();
    }

    private static void refused(String part, String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "convert";
        System.arraycopy(args, 0, all, 1, args.length);
        Ran ran = run(all);
        assertEquals(ExitCode.USAGE, ran.code, ran.err);
        assertTrue(ran.err.contains(part), ran.err);
    }
}
