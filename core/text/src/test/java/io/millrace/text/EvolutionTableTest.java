package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.EvolutionCases;
import io.millrace.wire.EvolutionCases.Change;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Transcoders;
import io.millrace.wire.Wire;
import io.millrace.wire.WireCodec;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Every cell of the table in {@code docs/format/evolution.md} is what happens with the golden messages of both versions
 * of a type, which never change.
 */
class EvolutionTableTest {
    private static final Path PAGE = Path.of("../../docs/format/evolution.md");
    private static final Path GOLDEN = Path.of("src/test/resources/golden/evolution.txt");
    private static final HexFormat HEX = HexFormat.of();

    private final Wire wire = Wire.of(WireTypes.none());

    /** A message as it was written once: the schema, and the message in each format, in hexadecimal. */
    private record Written(String schema, Map<String, String> messages) {}

    @Test
    void everyCellOfTheTableIsWhatHappens() throws IOException {
        Map<String, Written> golden = golden();
        List<String> header = new ArrayList<>();
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("| ") && !line.startsWith("| ---")) {
                List<String> cells = Arrays.stream(line.substring(1).split("\\|"))
                        .map(cell -> cell.strip().replace("`", ""))
                        .toList();
                if (header.isEmpty()) {
                    header.addAll(cells);
                } else {
                    rows.put(cells.getFirst(), cells);
                }
            }
        }
        assertEquals(EvolutionCases.all().stream().map(Change::name).toList(), List.copyOf(rows.keySet()));
        List<String> wrong = new ArrayList<>();
        for (Change change : EvolutionCases.all()) {
            for (int i = 1; i < header.size(); i++) {
                String[] column = header.get(i).split(", ", 2);
                boolean forward = column[1].equals("new reads old");
                Written data = golden.get(change.name() + (forward ? " / before" : " / after"));
                Object expected = forward ? change.beforeAsAfter() : change.afterAsBefore();
                Class<?> reader = (forward ? change.after() : change.before()).getClass();
                WireFormat format = WireFormat.valueOf(column[0]);
                String happened = outcome(format, data, reader, expected);
                if (format == WireFormat.BINARY) {
                    for (WireFormat other : List.of(WireFormat.RAW, WireFormat.DELTA)) {
                        assertEquals(happened, outcome(other, data, reader, expected), change.name() + " in " + other);
                    }
                }
                if (!happened.equals(rows.get(change.name()).get(i))) {
                    wrong.add(change.name() + ": " + header.get(i) + ": " + happened);
                }
            }
        }
        assertEquals("", String.join("\n", wrong));
    }

    @Test
    void theGoldenMessagesAreWhatIsWrittenToday() throws IOException {
        Map<String, Written> golden = golden();
        for (Change change : EvolutionCases.all()) {
            check(golden.get(change.name() + " / before"), change.before());
            check(golden.get(change.name() + " / after"), change.after());
        }
    }

    private <T> void check(Written golden, T message) {
        @SuppressWarnings("unchecked") // the class of a T
        Class<T> type = (Class<T>) message.getClass();
        assertEquals(golden.schema, HEX.formatHex(wire.schema(type).encode()), type.getName());
        golden.messages.forEach((format, written) ->
                assertEquals(written, HEX.formatHex(write(type, message, WireFormat.valueOf(format))), type.getName()));
    }

    private <T> byte[] write(Class<T> type, T message, WireFormat format) {
        BinaryOutput out = BinaryOutput.allocate(64);
        wire.codec(type, format).encoder().write(out, message);
        return out.toByteArray();
    }

    private String outcome(WireFormat format, Written data, Class<?> reader, Object expected) {
        byte[] encoded = HEX.parseHex(data.schema);
        Schema writer = Schema.decode(MemorySegment.ofArray(encoded), 0, encoded.length);
        byte[] binary = HEX.parseHex(data.messages.get("BINARY"));
        if (format == WireFormat.BINARY || format == WireFormat.RAW || format == WireFormat.DELTA) {
            BinaryOutput bytes = BinaryOutput.allocate(64);
            try {
                if (format == WireFormat.BINARY) {
                    YamlRandom.copy(binary, bytes);
                } else {
                    Transcoders.of(format, writer).fromBinary(BinaryInput.of(binary), bytes);
                }
                Object read = read(wire.codec(reader, format), writer, bytes.toByteArray());
                return read.equals(expected) ? "read" : "read as " + read;
            } catch (WireException _) {
                return "refused";
            }
        }
        try {
            return text(text(reader, format, TextOptions.strict(), data, writer), expected, "");
        } catch (WireException _) {
            try {
                return text(text(reader, format, TextOptions.lenient(), data, writer), expected, ", lenient");
            } catch (WireException _) {
                return "refused";
            }
        }
    }

    /**
     * Text may be readable where BINARY is not, since digits have no width; then the table shows the value that is
     * read.
     */
    private static String text(Object read, Object expected, String how) {
        if (read.equals(expected)) {
            return "read" + how;
        }
        return "as " + read.toString().replaceAll("^[^\\[]*\\[|\\]$", "") + how;
    }

    private static <T> T read(WireCodec<T> codec, Schema writer, byte[] bytes) {
        return codec.decoder(writer).read(BinaryInput.of(bytes), null);
    }

    private <T> T text(Class<T> type, WireFormat format, TextOptions options, Written data, Schema writer) {
        if (format == WireFormat.CSV) {
            return row(type, options, HEX.parseHex(data.messages.get("BINARY")), writer);
        }
        WireCodec<T> codec = wire.codec(type, format, options);
        return read(codec, codec.schema(), HEX.parseHex(data.messages.get(format.name())));
    }

    /** A row below the header of the writer, read by the columns of the reader. */
    private <T> T row(Class<T> type, TextOptions options, byte[] binary, Schema writer) {
        CsvTranscoder written = new CsvTranscoder(writer, TextOptions.strict());
        CsvTranscoder reading = new CsvTranscoder(wire.schema(type), options);
        BinaryOutput out = BinaryOutput.allocate(64);
        written.writeHeader(out);
        reading.readHeader(BinaryInput.of(out.toByteArray()));
        out.reset();
        written.fromBinary(BinaryInput.of(binary), out);
        BinaryOutput read = BinaryOutput.allocate(64);
        reading.toBinary(BinaryInput.of(out.toByteArray()), read);
        return wire.codec(type).decoder().read(BinaryInput.of(read.toByteArray()));
    }

    /** A block begins with {@code # name}; then follow the schema and the message in each format, in hexadecimal. */
    private static Map<String, Written> golden() throws IOException {
        Map<String, Written> golden = new LinkedHashMap<>();
        Map<String, String> messages = null;
        String name = null;
        for (String line : Files.readAllLines(GOLDEN, StandardCharsets.UTF_8)) {
            int space = line.indexOf(' ');
            if (line.startsWith("# ")) {
                name = line.substring(2);
                messages = new LinkedHashMap<>();
            } else if (line.startsWith("schema ")) {
                golden.put(name, new Written(line.substring(space + 1), messages));
            } else if (space > 0) {
                messages.put(line.substring(0, space), line.substring(space + 1));
            }
        }
        assertTrue(golden.size() > 10, "golden=" + golden.size());
        return golden;
    }
}
