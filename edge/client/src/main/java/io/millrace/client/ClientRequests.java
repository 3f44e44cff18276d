package io.millrace.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.wire.WireFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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

    static String hello(Optional<String> client, Optional<String> token) {
        return request("hello", json -> {
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

    static String follow(String channel, long as, Optional<String> after, OptionalLong credit, FollowOptions options) {
        return request("follow", json -> {
            json.writeStringField("channel", channel);
            json.writeNumberField("as", as);
            if (after.isPresent()) {
                json.writeStringField("after", after.get());
            } else {
                json.writeStringField("first", options.first().name());
            }
            if (credit.isPresent()) {
                json.writeNumberField("credit", credit.getAsLong());
            }
            if (!options.methods().isEmpty()) {
                json.writeStringField("methods", String.join(",", options.methods()));
            }
            if (options.format() != WireFormat.JSON) {
                json.writeStringField("format", options.format().name());
            }
            if (!options.key().isEmpty()) {
                json.writeStringField("key", String.join(",", options.key()));
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

    /** Returns an append; {@code refused} is the greatest number that is known to be refused, or less than 0. */
    static String append(String channel, long number, long refused, String method, String arguments) {
        return request("append", json -> {
            json.writeStringField("channel", channel);
            json.writeNumberField("number", number);
            if (refused >= 0) {
                json.writeNumberField("refused", refused);
            }
            json.writeStringField("method", method);
            json.writeFieldName("arguments");
            json.writeRawValue(arguments);
        });
    }
}
