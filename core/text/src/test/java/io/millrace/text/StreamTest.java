package io.millrace.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireFormatException;
import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireTypes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StreamTest {
    private final long seed = System.nanoTime();
    private final Wire wire = Wire.of(WireTypes.none());

    record Note(String text, Integer number) {}

    private static byte[] write(Schema schema, WireFormat format, List<byte[]> messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (StreamWriter writer = StreamWriter.open(bytes, schema, format)) {
            messages.forEach(message -> writer.write(BinaryInput.of(message)));
            assertEquals(messages.size(), writer.count());
        }
        return bytes.toByteArray();
    }

    private static List<byte[]> read(StreamReader reader) {
        List<byte[]> messages = new ArrayList<>();
        BinaryOutput out = BinaryOutput.allocate(64);
        while (reader.next(out)) {
            messages.add(out.toByteArray());
            out.reset();
        }
        assertEquals(0, out.length());
        assertEquals(messages.size(), reader.count());
        return messages;
    }

    private StreamReader notes(WireFormat format, String text) {
        return StreamReader.open(
                new ByteArrayInputStream(text.getBytes(UTF_8)), format, wire.schema(Note.class), TextOptions.strict());
    }

    private List<Note> notesOf(WireFormat format, String text) {
        return read(notes(format, text)).stream()
                .map(bytes -> wire.codec(Note.class).decoder().read(BinaryInput.of(bytes)))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void writtenMessagesAreRead(WireFormat format) {
        for (int i = 0; i < 100; i++) {
            YamlRandom random = new YamlRandom(seed + i);
            List<NamedType> types = random.types();
            Schema schema = new Schema(types, new Reference(2 + i % 4));
            MessageType type = (MessageType) schema.rootType();
            List<byte[]> messages = new ArrayList<>();
            for (int j = 0; j < i % 4; j++) {
                BinaryOutput out = BinaryOutput.allocate(64);
                random.fields(types, type.fields(), out, 0);
                messages.add(out.toByteArray());
            }
            byte[] stream = write(schema, format, messages);
            List<byte[]> back =
                    read(StreamReader.open(new ByteArrayInputStream(stream), format, schema, TextOptions.strict()));
            String what = "seed=" + (seed + i) + " format=" + format + "\n" + new String(stream, UTF_8);
            assertEquals(messages.size(), back.size(), what);
            for (int j = 0; j < back.size(); j++) {
                assertArrayEquals(messages.get(j), back.get(j), what);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BINARY", "RAW", "DELTA"})
    void binaryStreamsContainTheirSchema(WireFormat format) {
        Schema schema = wire.schema(Note.class);
        BinaryOutput one = BinaryOutput.allocate(64);
        wire.codec(Note.class).write(one, new Note("a", null));
        byte[] stream = write(schema, format, List.of(one.toByteArray(), one.toByteArray()));
        assertEquals(schema, StreamReader.schemaOf(new ByteArrayInputStream(stream)));
        try (StreamReader reader = StreamReader.open(new ByteArrayInputStream(stream), format)) {
            assertEquals(schema, reader.schema());
            assertEquals(2, read(reader).size());
        }
        WireFormat other = format == WireFormat.RAW ? WireFormat.BINARY : WireFormat.RAW;
        assertThrows(
                WireFormatException.class,
                () -> StreamReader.open(new ByteArrayInputStream(stream), other).close());
        for (int length = 0; length < stream.length; length++) {
            byte[] cut = Arrays.copyOf(stream, length);
            boolean whole = length == stream.length - (stream.length - head(schema, format)) / 2
                    || length == head(schema, format)
                    || format == WireFormat.DELTA;
            if (!whole) {
                WireException error = assertThrows(
                        WireException.class,
                        () -> read(StreamReader.open(new ByteArrayInputStream(cut), format)),
                        "length=" + length);
                if (length > head(schema, format)) {
                    String needed = needed(length - head(schema, format), stream.length - head(schema, format));
                    assertTrue(error.getMessage().contains(needed), error.getMessage());
                }
            }
        }
    }

    /** Returns the message for two messages, each after one byte of length, that are cut within one of them. */
    private static String needed(int bytes, int bytesOfTwo) {
        int one = bytesOfTwo / 2;
        return " neededBytes=" + (one - 1) + " bytes=" + (bytes % one - 1) + " ";
    }

    private static int head(Schema schema, WireFormat format) {
        return StreamLayout.head(format, schema).length;
    }

    @Test
    void foreignJsonIsSplitBetweenValues() {
        assertEquals(
                List.of(new Note("}{\"\\", 1), new Note("b", 2), new Note(null, null)),
                notesOf(
                        WireFormat.JSON,
                        "\uFEFF\n {\n \"text\": \"}{\\\"\\\\\",\n\"number\":1 }{\"text\":\"b\",\"number\":2}\r\n\n{}"));
        String message = assertThrows(WireException.class, () -> read(notes(WireFormat.JSON, "{}\n\n{\"text\":}\n")))
                .getMessage();
        assertTrue(message.contains("message=2 messageLine=3"), message);
    }

    @Test
    void foreignCsvIsSplitBetweenRows() {
        assertEquals(
                List.of(new Note("a\nb", 1), new Note(null, 2), new Note("c", null)),
                notesOf(WireFormat.CSV, "\uFEFFnumber,text\r\n1,\"a\nb\"\r\n2,\r\n,c\r\n\r\n"));
        String message = assertThrows(
                        WireException.class, () -> read(notes(WireFormat.CSV, "text,number\n\"a\n\",1\nb,x\n")))
                .getMessage();
        assertTrue(message.contains("value=x") && message.contains("message=2 messageLine=4"), message);
        assertThrows(WireException.class, () -> notes(WireFormat.CSV, "").close());
    }

    @Test
    void foreignYamlIsSplitAtMarkers() {
        assertEquals(
                List.of(new Note("a", 1), new Note(null, 2)),
                notesOf(WireFormat.YAML, "# first\n--- !Note\ntext: a\nnumber: 1\n---\n{number: 2}\n...\n"));
        assertFalse(notes(WireFormat.YAML, "").next(BinaryOutput.allocate(8)));
        StreamReader broken = StreamReader.open(
                new ByteArrayInputStream(new byte[] {'a', ':', (byte) 0xFF}),
                WireFormat.YAML,
                wire.schema(Note.class),
                TextOptions.strict());
        assertThrows(WireException.class, () -> broken.next(BinaryOutput.allocate(8)));
    }

    @Test
    void invalidAndTooLongStreamsAreRefused() {
        assertThrows(
                WireException.class,
                () -> StreamReader.open(new ByteArrayInputStream(new byte[3]), WireFormat.RAW)
                        .close());
        assertThrows(
                WireException.class,
                () -> StreamReader.open(new ByteArrayInputStream(new byte[0]), WireFormat.JSON)
                        .close());
        byte[] head = StreamLayout.head(WireFormat.BINARY, wire.schema(Note.class));
        byte[] promise = Arrays.copyOf(head, head.length + 9);
        promise[head.length + 8] = 0x7F; // a length of 2^62 and more
        String message = assertThrows(
                        WireLimitException.class,
                        () -> read(StreamReader.open(new ByteArrayInputStream(promise), WireFormat.BINARY)))
                .getMessage();
        assertTrue(message.contains("too long") && message.contains("message=1"), message);
    }
}
