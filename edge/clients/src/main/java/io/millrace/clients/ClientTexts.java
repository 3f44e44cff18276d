package io.millrace.clients;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.EpochNs;
import io.millrace.journal.Index;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** What the server sends: JSON objects, each on one line. */
final class ClientTexts {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int FIRST_CHARS = 256;

    private ClientTexts() {}

    private interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private static String object(Members members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not from a string
        }
        return text.toString();
    }

    /** Returns the message at a cursor, as {@code millrace dump --format json} writes it, with its token. */
    static EncodedMessage message(String id, ChannelCursor cursor, Projection projection) {
        StringBuilder text = new StringBuilder(FIRST_CHARS)
                .append(",\"index\":\"")
                .append(id)
                .append('/')
                .append(Index.toText(cursor.index()))
                .append("\",\"time\":\"")
                .append(EpochNs.toInstant(cursor.timeNs()))
                .append("\",\"method\":\"")
                .append(cursor.schema().path()); // no name in Java has a quotation mark
        if (cursor.isReadable()) {
            text.append("\",\"arguments\":")
                    .append(projection.isAll() ? cursor.json() : projection.apply(cursor.schema(), cursor.json()));
        } else {
            text.append("\",\"forgotten\":");
            quote(text, cursor.subject().orElse(""));
        }
        return EncodedMessage.text(text.append('}').toString());
    }

    /** Returns the whole message at a cursor with all fields, whatever the form in which its follower gets it. */
    static String message(String id, long as, ChannelCursor cursor) {
        return StandardCharsets.UTF_8
                .decode(message(id, cursor, Projection.of(Optional.empty())).of(as))
                .toString();
    }

    /** Appends a text as JSON. */
    static StringBuilder quote(StringBuilder to, String text) {
        return to.append('"')
                .append(JsonStringEncoder.getInstance().quoteAsString(text))
                .append('"');
    }

    static String welcome(String client, Map<String, Long> appended, int maxBytes) {
        return object(json -> {
            json.writeStringField("client", client);
            json.writeObjectFieldStart("appended");
            for (Map.Entry<String, Long> each : appended.entrySet()) {
                json.writeNumberField(each.getKey(), each.getValue());
            }
            json.writeEndObject();
            json.writeNumberField("maxBytes", maxBytes);
        });
    }

    static String following(long as, String channel, String from, Optional<String> journal) {
        return object(json -> {
            json.writeNumberField("as", as);
            json.writeStringField("following", channel);
            json.writeStringField("from", from);
            if (journal.isPresent()) {
                json.writeStringField("journal", journal.get());
            }
        });
    }

    static String ended(long as, String reason) {
        return object(json -> {
            json.writeNumberField("as", as);
            json.writeStringField("ended", reason);
        });
    }

    static String appended(String channel, long number) {
        StringBuilder text = new StringBuilder(FIRST_CHARS).append("{\"channel\":");
        return quote(text, channel)
                .append(",\"appended\":")
                .append(number)
                .append('}')
                .toString();
    }

    static String refused(String channel, long number, String reason) {
        return object(json -> {
            json.writeStringField("channel", channel);
            json.writeNumberField("refused", number);
            json.writeStringField("error", reason);
        });
    }

    static String error(long as, String reason) {
        return object(json -> {
            json.writeNumberField("as", as);
            json.writeStringField("error", reason);
        });
    }

    static String error(String reason) {
        return object(json -> json.writeStringField("error", reason));
    }

    static String pong() {
        return object(json -> json.writeBooleanField("pong", true));
    }
}
