package io.millrace.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.History;
import io.millrace.journal.Index;
import io.millrace.wire.WireLimits;
import io.millrace.wire.YamlTree;
import io.millrace.wire.YamlTree.Entry;
import io.millrace.wire.YamlTree.Fields;
import io.millrace.wire.YamlTree.Items;
import io.millrace.wire.YamlTree.Text;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;

/**
 * A message as one line of JSON, turned from its YAML: {@code index}, {@code time}, {@code method} and {@code
 * arguments}. The tag of a message, which names its type in YAML, becomes a member {@code @type}; infinity and NaN,
 * which JSON lacks, become texts.
 */
final class RecordJson {
    private static final JsonFactory JSON = new JsonFactory();

    /** What is a number in JSON as it is in YAML; anything else, such as an infinity, becomes a text. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private RecordJson() {}

    static String line(ChannelCursor cursor, String yaml, boolean history) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            place(json, cursor);
            json.writeFieldName("arguments");
            write(json, arguments(yaml));
            if (history) {
                hops(json, cursor.history());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.append('\n').toString();
    }

    /** A message whose key is gone: its subject stands in place of its arguments. */
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

    private static YamlTree arguments(String yaml) {
        Fields call = (Fields) YamlTree.parse(yaml, WireLimits.defaults()).orElseThrow();
        return call.entries().firstEntry().getValue().value();
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

    private static void write(JsonGenerator json, YamlTree node) throws IOException {
        switch (node) {
            case Fields fields -> {
                json.writeStartObject();
                if (fields.tag().isPresent()) {
                    json.writeStringField("@type", fields.tag().get().replaceFirst("^!", ""));
                }
                for (Entry entry : fields.entries().values()) {
                    json.writeFieldName(entry.key().value());
                    write(json, entry.value());
                }
                json.writeEndObject();
            }
            case Items items -> {
                json.writeStartArray();
                for (YamlTree item : items.items()) {
                    write(json, item);
                }
                json.writeEndArray();
            }
            case Text text -> scalar(json, text);
        }
    }

    private static void scalar(JsonGenerator json, Text text) throws IOException {
        String value = text.value();
        switch (text.meaning()) {
            case NULL -> json.writeNull();
            case BOOLEAN -> json.writeBoolean(value.equalsIgnoreCase("true"));
            case INTEGER, FLOAT -> {
                if (NUMBER.matcher(value).matches()) {
                    json.writeNumber(value);
                } else {
                    json.writeString(value);
                }
            }
            case STRING -> json.writeString(value);
        }
    }
}
