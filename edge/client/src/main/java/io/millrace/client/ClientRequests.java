package io.millrace.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.wire.WireFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a client sends: JSON objects, each on one line. */
final class ClientRequests {

    private static final JsonFactory FACTORY = new JsonFactory();

    private ClientRequests() {}

    private interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private static String request(String kind, Members members) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("request", kind);
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not from a string
        }
        return text.toString();
    }

    static String hello(Optional<String> client, Optional<String> token, WireFormat results) {
        return request("hello", json -> {
            if (results != WireFormat.JSON) {
                json.writeStringField("format", results.name());
            }
            if (token.isPresent()) {
                json.writeStringField("token", token.get());
            }
            if (client.isPresent()) {
                json.writeStringField("client", client.get());
            }
        });
    }

    static String ping() {
        return request("ping", _ -> {});
    }

    static String follow(String channel, long as, Optional<String> after, long credit, FollowOptions options) {
        return request("follow", json -> {
            json.writeStringField("channel", channel);
            json.writeNumberField("as", as);
            if (after.isPresent()) {
                json.writeStringField("after", after.get());
            } else {
                json.writeStringField("first", options.first().name());
            }
            json.writeNumberField("credit", credit);
            if (!options.methods().isEmpty()) {
                json.writeStringField("methods", String.join(",", options.methods()));
            }
            if (options.format() != WireFormat.JSON) {
                json.writeStringField("format", options.format().name());
            }
            if (!options.key().isEmpty()) {
                json.writeStringField("key", String.join(",", options.key()));
            }
            if (!options.latest().isEmpty()) {
                json.writeStringField("latest", String.join(",", options.latest()));
            }
            if (!options.where().fields().isEmpty()) {
                json.writeFieldName("where");
                json.writeRawValue(options.where().json());
            }
            if (!options.fields().isEmpty()) {
                json.writeObjectFieldStart("fields");
                for (Map.Entry<String, String> field : options.fields().entrySet()) {
                    json.writeStringField(field.getKey(), field.getValue());
                }
                json.writeEndObject();
            }
        });
    }

    static String more(long as, long count) {
        return request("more", json -> {
            json.writeNumberField("as", as);
            json.writeNumberField("credit", count);
        });
    }

    static String cancel(long as) {
        return request("cancel", json -> json.writeNumberField("as", as));
    }

    /** Returns an append or a call; {@code refused} is the greatest number known to be refused, or less than 0. */
    static String append(PendingCall call, long refused) {
        return request(call.isAnswered() ? "call" : "append", json -> {
            json.writeStringField("channel", call.channel().name());
            json.writeNumberField("number", call.number());
            if (refused >= 0) {
                json.writeNumberField("refused", refused);
            }
            json.writeStringField("method", call.invocation().method());
            if (call.isUntilTaken()) {
                json.writeStringField("until", "TAKEN");
            }
            json.writeFieldName("arguments");
            json.writeRawValue(call.invocation().json());
        });
    }

    static String query(PendingQuery query) {
        return request("query", json -> {
            json.writeNumberField("query", query.answer().number());
            if (query.as() != 0) {
                json.writeNumberField("as", query.as());
            }
            json.writeStringField("channel", query.answer().channel());
            if (!query.position().isEmpty()) {
                json.writeStringField("after", query.position());
            }
            json.writeStringField("method", query.invocation().method());
            json.writeFieldName("arguments");
            json.writeRawValue(query.invocation().json());
        });
    }

    /** Returns a request for the answers to calls that are in the channel. */
    static String answers(String channel, List<Long> numbers) {
        return request("answers", json -> {
            json.writeStringField("channel", channel);
            json.writeArrayFieldStart("numbers");
            for (long number : numbers) {
                json.writeNumber(number);
            }
            json.writeEndArray();
        });
    }

    /** Returns that no caller waits for the answer to a call any more. */
    static String cancelCall(String channel, long number) {
        return request("cancel", json -> {
            json.writeStringField("channel", channel);
            json.writeNumberField("number", number);
        });
    }

    /** Returns that no caller waits for the answer to a query any more. */
    static String cancelQuery(long query) {
        return request("cancel", json -> json.writeNumberField("query", query));
    }
}
