package io.millrace.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.History;
import io.millrace.journal.Index;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * A message as one line of JSON: {@code index}, {@code time}, {@code method} and {@code arguments}, which are in the
 * form of the format JSON and as {@code schema --json-schema} describes them.
 */
final class RecordJson {
    private static final JsonFactory JSON = new JsonFactory();

    private RecordJson() {}

    static String line(ChannelCursor cursor, boolean history) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            place(json, cursor);
            json.writeFieldName("arguments");
            json.writeRawValue(cursor.json());
            if (history) {
                hops(json, cursor.history());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.append('\n').toString();
    }

    /** Writes a message whose key was deleted: its subject in place of its arguments. */
    static String forgotten(ChannelCursor cursor, boolean history) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            place(json, cursor);
            json.writeStringField("forgotten", cursor.subject().orElseThrow());
            if (history) {
                hops(json, cursor.history());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.append('\n').toString();
    }

    private static void place(JsonGenerator json, ChannelCursor cursor) throws IOException {
        json.writeStringField("index", Index.toText(cursor.index()));
        json.writeStringField("time", RecordText.instant(cursor.timeNs()).toString());
        json.writeStringField("method", cursor.schema().methodName());
    }

    private static void hops(JsonGenerator json, History hops) throws IOException {
        json.writeArrayFieldStart("history");
        for (int hop = 0; hop < hops.size(); hop++) {
            json.writeStartObject();
            json.writeStringField("source", hops.source(hop).name());
            json.writeStringField("index", RecordText.index(hops.source(hop), hops.index(hop)));
            json.writeStringField(
                    "timeIn", RecordText.instant(hops.timeInNs(hop)).toString());
            json.writeStringField(
                    "timeOut", RecordText.instant(hops.timeOutNs(hop)).toString());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
