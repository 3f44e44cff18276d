package io.millrace.clients;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.EpochNs;
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

    /** Returns the message at a cursor with its position; the arguments are by name. */
    static EncodedMessage message(Positions positions, ChannelCursor cursor, NamedArguments all, Projection wanted) {
        StringBuilder text = new StringBuilder(FIRST_CHARS)
                .append(",\"position\":\"")
                .append(positions.text(cursor.index()))
                .append("\",\"time\":\"")
                .append(EpochNs.toInstant(cursor.timeNs()))
                .append("\",\"method\":\"")
                .append(cursor.schema().path()); // no name in Java has a quotation mark
        if (cursor.isReadable()) {
            text.append("\",\"arguments\":")
                    .append(wanted.isAll() ? all.of(cursor) : wanted.apply(cursor.schema(), all.of(cursor)));
        } else {
            text.append("\",\"forgotten\":");
            quote(text, cursor.subject().orElse(""));
        }
        return EncodedMessage.text(text.append('}').toString());
    }

    /** Returns the whole message at a cursor with all fields, whatever the form in which its follower gets it. */
    static String message(Positions positions, long as, ChannelCursor cursor) {
        return StandardCharsets.UTF_8
                .decode(message(positions, cursor, new NamedArguments(), Projection.of(Optional.empty()))
                        .of(as))
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

    /**
     * Returns the answer to a follow.
     *
     * @param position where the follower begins: after it
     * @param prefix what the positions of frames of bytes begin with; empty where messages have whole positions
     * @param lost whether retention has removed messages after the position that was asked for
     */
    static String following(long as, String channel, String position, Optional<String> prefix, boolean lost) {
        return object(json -> {
            json.writeNumberField("as", as);
            json.writeStringField("following", channel);
            json.writeStringField("position", position);
            if (lost) {
                json.writeBooleanField("lost", true);
            }
            if (prefix.isPresent()) {
                json.writeStringField("prefix", prefix.get());
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

    /** Returns that the component has taken a call; the position is that of the call. */
    static String taken(String channel, long number, String position) {
        StringBuilder text = new StringBuilder(FIRST_CHARS).append("{\"channel\":");
        return quote(text, channel)
                .append(",\"taken\":")
                .append(number)
                .append(",\"position\":\"")
                .append(position)
                .append("\"}")
                .toString();
    }

    /** Returns a refusal; {@code after} is the refused call before it that the client did not know, or less than 0. */
    static String refused(String channel, long number, long after, String reason) {
        return object(json -> {
            json.writeStringField("channel", channel);
            json.writeNumberField("refused", number);
            if (after >= 0) {
                json.writeNumberField("after", after);
            }
            json.writeStringField("error", reason);
        });
    }

    /**
     * Returns the answer to a call.
     *
     * @param value the result as a member of an object; empty where there is none
     * @param error why there is none; empty where there is a result, or the method has none
     */
    static String answered(String channel, long number, String value, String error) {
        StringBuilder text = new StringBuilder(FIRST_CHARS).append("{\"channel\":");
        quote(text, channel).append(",\"answered\":").append(number);
        return outcome(text, value, error);
    }

    /** Returns the answer to a query; the others are as those of {@link #answered}. */
    static String queried(long query, String position, String value, String error) {
        StringBuilder text =
                new StringBuilder(FIRST_CHARS).append("{\"query\":").append(query);
        text.append(",\"position\":\"").append(position).append('"');
        return outcome(text, value, error);
    }

    /** Returns that a query is refused. */
    static String refusedQuery(long query, String error) {
        return outcome(new StringBuilder(FIRST_CHARS).append("{\"query\":").append(query), "", error);
    }

    private static String outcome(StringBuilder text, String value, String error) {
        if (!value.isEmpty()) {
            text.append(',').append(value);
        }
        if (!error.isEmpty()) {
            quote(text.append(",\"error\":"), error);
        }
        return text.append('}').toString();
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
