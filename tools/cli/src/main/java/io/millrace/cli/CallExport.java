package io.millrace.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelExport;
import io.millrace.channel.ExportReport;
import io.millrace.journal.Index;
import io.millrace.text.CsvCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The calls of a channel as lines of JSON or as rows of CSV, which {@link CallImport} makes a channel of again. Like
 * the export as YAML they come in sections, each of which begins with the schemas of its calls, one for each method;
 * where another one appears a new section begins.
 *
 * <pre>
 * {"millraceExport":2,"journal":"5d32f1f8eea8ae73f3a7d038535ac93b","channel":"trades","schemas":["AAEx..."]}
 * {"index":"0:4096","time":"2026-03-01T12:30:00.123456789Z","method":"trade","arguments":{"symbol":"BTCUSD"}}
 * {"millraceExportEnd":1}
 *
 * # millrace export 2 csv
 * # journal 5d32f1f8eea8ae73f3a7d038535ac93b trades
 * # schema AAEx...
 * index,time,method,symbol,price
 * 0:4096,2026-03-01T12:30:00.123456789Z,trade,BTCUSD,801.0
 * # millrace export end 1
 * </pre>
 *
 * <p>The last line says how many calls there are; an export without it has been cut off. Version 1 has no such line.
 *
 * <p>In CSV the columns of several methods stand side by side, each named after its method too, and those of other
 * methods are empty in a row.
 */
final class CallExport {
    static final String VERSION_FIELD = "millraceExport";
    static final int VERSION = 2;
    static final int VERSION_WITHOUT_END = 1;
    static final String JSON_END = "{\"millraceExportEnd\":";
    static final String CSV_HEADER = "# millrace export 2 csv";
    static final String CSV_HEADER_WITHOUT_END = "# millrace export 1 csv";
    static final String CSV_END = "# millrace export end ";
    static final String CSV_SCHEMA = "# schema ";

    private static final JsonFactory JSON = new JsonFactory();

    private final Channel channel;
    private final ExportFormat format;
    private final Consumer<String> out;
    private final Map<String, CallSchema> section = new LinkedHashMap<>();
    private final Map<String, CsvCallText> tables = new LinkedHashMap<>();

    private CallExport(Channel channel, ExportFormat format, Consumer<String> out) {
        this.channel = channel;
        this.format = format;
        this.out = out;
    }

    /**
     * Writes the calls that are there now.
     *
     * @return how many calls were written, and how many could not be
     * @throws InputException where a call has no row of CSV; those before it are written
     */
    static ExportReport write(Channel channel, ExportFormat format, Consumer<String> out) {
        return new CallExport(channel, format, out).write();
    }

    private ExportReport write() {
        ExportReport report = ChannelExport.walk(channel, this::call);
        if (report.calls() == 0) {
            out.accept(header());
        }
        out.accept(format == ExportFormat.CSV ? CSV_END + report.calls() + "\n" : JSON_END + report.calls() + "}\n");
        return report;
    }

    private void call(ChannelCursor cursor) {
        try {
            CallSchema schema = cursor.schema();
            if (!schema.equals(section.get(schema.methodName()))) {
                if (format == ExportFormat.CSV) {
                    tables.put(schema.methodName(), CsvCallText.of(schema));
                }
                section.put(schema.methodName(), schema);
                out.accept(header());
            }
            out.accept(format == ExportFormat.CSV ? row(cursor, schema) : RecordJson.line(cursor, false));
        } catch (WireException e) {
            throw new InputException(e.getMessage() + " index=" + Index.toText(cursor.index()), e);
        }
    }

    private String header() {
        return format == ExportFormat.CSV ? csvHeader() : jsonHeader();
    }

    private String jsonHeader() {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeNumberField(VERSION_FIELD, VERSION);
            json.writeStringField(
                    "journal", channel.journal().orElseThrow().id().toString());
            json.writeStringField("channel", channel.name());
            json.writeArrayFieldStart("schemas");
            for (CallSchema schema : section.values()) {
                json.writeString(Base64.getEncoder().encodeToString(schema.encode()));
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.append('\n').toString();
    }

    private String csvHeader() {
        StringBuilder header = new StringBuilder(CSV_HEADER).append("\n# journal ");
        header.append(channel.journal().orElseThrow().id())
                .append(' ')
                .append(channel.name().replaceAll("\\R", " "))
                .append('\n');
        for (CallSchema schema : section.values()) {
            header.append(CSV_SCHEMA)
                    .append(Base64.getEncoder().encodeToString(schema.encode()))
                    .append('\n');
        }
        return header.append(columns(tables)).append('\n').toString();
    }

    /** Returns the header row of a section with these calls, by method. */
    static String columns(Map<String, CsvCallText> tables) {
        List<String> columns = new ArrayList<>(List.of("index", "time", "method"));
        tables.forEach((method, table) -> table.columns()
                .forEach(column -> columns.add(quoted(tables.size() == 1 ? column : method + "." + column))));
        return String.join(",", columns);
    }

    private static String quoted(String name) {
        boolean isPlain = name.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    private String row(ChannelCursor cursor, CallSchema schema) {
        StringBuilder row = new StringBuilder(Index.toText(cursor.index()));
        row.append(',').append(RecordText.instant(cursor.timeNs()));
        row.append(',').append(schema.methodName());
        tables.forEach((method, table) -> {
            int columns = table.columns().size();
            if (columns > 0 && method.equals(schema.methodName())) {
                row.append(',').append(cells(cursor, table));
            } else {
                row.repeat(',', columns);
            }
        });
        return row.append('\n').toString();
    }

    private static String cells(ChannelCursor cursor, CsvCallText table) {
        return table.read(new BinaryInput().wrap(cursor.segment(), cursor.offset(), cursor.length()));
    }
}
