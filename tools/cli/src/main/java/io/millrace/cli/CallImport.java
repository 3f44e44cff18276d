package io.millrace.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ImportReport;
import io.millrace.channel.ImportTarget;
import io.millrace.channel.ImportTarget.Incomplete;
import io.millrace.text.CsvCallText;
import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.io.IOException;
import java.io.Reader;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates a channel from the output of {@link CallExport}: a new journal with its own identity, in which the calls have
 * the times of the export. For one thread, once.
 */
final class CallImport {
    private static final JsonFactory JSON = new JsonFactory();
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int PLACE_COLUMNS = 3;

    private final ExportFormat format;
    private final ExportLines lines;
    private final TextOptions options = TextOptions.strict();
    private final BinaryOutput arguments = BinaryOutput.allocate(1024, options.limits());
    private final Map<String, CallSchema> section = new LinkedHashMap<>();
    private final Map<String, JsonCallText> texts = new LinkedHashMap<>();
    private final Map<String, CsvCallText> tables = new LinkedHashMap<>();

    private ImportTarget target;
    private boolean needsEnd;
    private boolean isEnded;

    private CallImport(ExportFormat format, Reader text) {
        this.format = format;
        this.lines = new ExportLines(
                text,
                format == ExportFormat.CSV ? ExportLines.Quotes.CSV : ExportLines.Quotes.PLAIN,
                options.limits().maxMessageBytes());
    }

    /**
     * Creates a channel, entirely or not at all, in a directory without one.
     *
     * @return how many calls were imported, and the evidence that the text is incomplete
     * @throws InputException if the text is no such export
     * @throws ChannelException if there is a channel already, or the text is cut off and that is refused
     */
    static ImportReport read(
            Path directory, ExportFormat format, Reader text, ChannelOptions options, Incomplete incomplete) {
        ImportTarget.requireNothing(directory);
        CallImport importing = new CallImport(format, text);
        String first = importing.lines.next();
        importing.begin(first == null ? "" : first);
        try (ImportTarget target = ImportTarget.begin(directory, options)) {
            importing.target = target;
            importing.calls();
            return target.finish(incomplete);
        }
    }

    private void calls() {
        for (String line = lines.next(); line != null; line = lines.next()) {
            try {
                if (isEnd(line)) {
                    end(line);
                } else if (needsEnd && lines.isCut()) {
                    break;
                } else if (isHeader(line)) {
                    begin(line);
                } else if (isEnded && !line.isBlank()) {
                    throw new WireException("after the end of an export only another export may follow");
                } else if (!line.isBlank()) {
                    arguments.reset();
                    CallSchema schema = format == ExportFormat.CSV ? row(line) : object(line);
                    target.call(schema, arguments);
                }
            } catch (WireException | ChannelException | IOException | DateTimeException | ArithmeticException e) {
                throw new InputException(
                        "invalid call in the export exportLine=" + lines.number() + " imported="
                                + target.calls() + " error="
                                + message(e),
                        e);
            }
        }
        if (needsEnd) {
            String form = format == ExportFormat.CSV ? CallExport.CSV_END + "COUNT" : CallExport.JSON_END + "COUNT}";
            target.cutOff(form, lines.number());
        }
    }

    private boolean isEnd(String line) {
        return format == ExportFormat.CSV
                ? line.startsWith(CallExport.CSV_END)
                : line.startsWith(CallExport.JSON_END) && line.endsWith("}");
    }

    private void end(String line) {
        String expected = (format == ExportFormat.CSV
                        ? line.substring(CallExport.CSV_END.length())
                        : line.substring(CallExport.JSON_END.length(), line.length() - 1))
                .strip();
        target.end(expected, lines.number());
        needsEnd = false;
        isEnded = true;
    }

    /** Returns the message of an error, without the location of the JSON parser, which names no file. */
    private static String message(Exception error) {
        return error instanceof JsonProcessingException json
                ? json.getOriginalMessage().replaceAll("\\[Source: [^;]*; ", "[")
                : error.getMessage();
    }

    private boolean isHeader(String line) {
        return format == ExportFormat.CSV
                ? line.equals(CallExport.CSV_HEADER) || line.equals(CallExport.CSV_HEADER_WITHOUT_END)
                : line.startsWith("{\"" + CallExport.VERSION_FIELD + "\"");
    }

    /** Begins a section with its header. */
    private void begin(String header) {
        if (!isHeader(header)) {
            throw new InputException("the text is not an export format=" + format + " found='"
                    + header.substring(0, Math.min(80, header.length())) + "'");
        }
        isEnded = false;
        section.clear();
        texts.clear();
        tables.clear();
        try {
            if (format == ExportFormat.CSV) {
                needsEnd = header.equals(CallExport.CSV_HEADER);
                beginTable();
            } else {
                beginObjects(header);
            }
        } catch (IOException | IllegalArgumentException | WireException e) {
            throw new InputException(
                    "cannot read the header of the export line=" + lines.number() + " error=" + message(e), e);
        }
    }

    private void beginTable() {
        String line = lines.next();
        while (line != null && line.startsWith("#")) {
            if (line.startsWith(CallExport.CSV_SCHEMA)) {
                if (needsEnd && lines.isCut()) {
                    return;
                }
                CallSchema schema = schema(line.substring(CallExport.CSV_SCHEMA.length()));
                tables.put(schema.methodName(), CsvCallText.of(schema));
            }
            line = lines.next();
        }
        String columns = CallExport.columns(tables);
        if (needsEnd && (line == null || lines.isCut())) {
            return; // the header is cut itself, and no call follows
        }
        if (!columns.equals(line)) {
            throw new InputException("the columns do not match the schemas line=" + lines.number() + " expected='"
                    + columns + "' found='" + line + "'");
        }
    }

    private void beginObjects(String header) throws IOException {
        try (JsonParser json = JSON.createParser(header)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (field.equals(CallExport.VERSION_FIELD)) {
                    version(json);
                }
                if (field.equals("schemas") && value == JsonToken.START_ARRAY) {
                    while (json.nextToken() == JsonToken.VALUE_STRING) {
                        CallSchema schema = schema(json.getText());
                        texts.put(schema.methodName(), JsonCallText.of(schema));
                    }
                } else {
                    json.skipChildren();
                }
            }
        }
    }

    private void version(JsonParser json) throws IOException {
        needsEnd = json.getValueAsInt() == CallExport.VERSION;
        if (!needsEnd && json.getValueAsInt() != CallExport.VERSION_WITHOUT_END) {
            throw new InputException("unknown export version version=" + json.getText() + " known="
                    + CallExport.VERSION_WITHOUT_END + "," + CallExport.VERSION);
        }
    }

    private CallSchema schema(String base64) {
        byte[] bytes = Base64.getDecoder().decode(base64);
        CallSchema schema = CallSchema.decode(MemorySegment.ofArray(bytes), 0, bytes.length);
        section.put(schema.methodName(), schema);
        return schema;
    }

    private CallSchema known(String method) {
        CallSchema schema = section.get(method);
        if (schema == null) {
            throw new WireException("the section has no such method method=" + method + " allowed=" + section.keySet());
        }
        return schema;
    }

    private void time(String text) {
        Instant time = Instant.parse(text);
        target.time(Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS_PER_SECOND), time.getNano()));
    }

    /** Reads the call of an object; fields may come in any order, and others are passed over. */
    private CallSchema object(String line) throws IOException {
        CallSchema schema = null;
        String text = null;
        try (JsonParser json = JSON.createParser(line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new WireException("line is not a JSON object line='" + line + "'");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                switch (field) {
                    case "time" -> time(json.getText());
                    case "method" -> schema = known(json.getText());
                    case "arguments" -> {
                        int from = (int) json.currentTokenLocation().getCharOffset();
                        json.skipChildren();
                        json.getText(); // strings are read only now
                        text = line.substring(from, (int) json.currentLocation().getCharOffset());
                    }
                    default -> json.skipChildren();
                }
            }
        }
        if (schema == null || text == null) {
            throw new WireException("a call needs a method and arguments method="
                    + (schema == null ? "(missing)" : schema.methodName()) + " arguments="
                    + (text == null ? "(missing)" : "there"));
        }
        texts.get(schema.methodName()).write(text, options, arguments);
        return schema;
    }

    private CallSchema row(String line) {
        List<String> cells = cells(line);
        int expected = PLACE_COLUMNS
                + tables.values().stream()
                        .mapToInt(table -> table.columns().size())
                        .sum();
        if (cells.size() != expected) {
            throw new WireException(
                    "row has a wrong number of cells count=" + cells.size() + " columns=" + CallExport.columns(tables));
        }
        time(cells.get(1));
        CallSchema schema = known(cells.get(2));
        int at = PLACE_COLUMNS;
        for (Map.Entry<String, CsvCallText> table : tables.entrySet()) {
            int end = at + table.getValue().columns().size();
            List<String> own = cells.subList(at, end);
            if (table.getKey().equals(schema.methodName())) {
                table.getValue().write(String.join(",", own), options, arguments);
            } else if (!own.stream().allMatch(String::isEmpty)) {
                throw new WireException(
                        "a cell of another method is not empty method=" + schema.methodName() + " cells=" + own);
            }
            at = end;
        }
        return schema;
    }

    /** Cuts a row at its commas; cells keep their quotes. */
    private static List<String> cells(String row) {
        List<String> cells = new ArrayList<>();
        boolean isQuoted = false;
        int from = 0;
        for (int i = 0; i < row.length(); i++) {
            char c = row.charAt(i);
            isQuoted ^= c == '"';
            if (c == ',' && !isQuoted) {
                cells.add(row.substring(from, i));
                from = i + 1;
            }
        }
        cells.add(row.substring(from));
        return cells;
    }
}
