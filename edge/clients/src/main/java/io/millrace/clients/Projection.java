package io.millrace.clients;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.CallSchema;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of arguments that a follower wants, each with the name that it gets. A field of an inner message has a
 * path with dots. Where a call has several arguments, their names are the first part of the paths. Immutable.
 */
final class Projection {

    private static final Projection ALL = new Projection("", Map.of());
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int MAX_FIELDS = 64;

    private final String text;
    private final Map<String, String> names;

    private Projection(String text, Map<String, String> names) {
        this.text = text;
        this.names = names;
    }

    /**
     * Returns the projection of a request.
     *
     * @param json an object whose members are {@code "FIELD":"NAME"}; empty for all arguments as they are
     * @throws RequestException where it is no such object
     */
    static Projection of(Optional<String> json) {
        return json.map(Projection::parse).orElse(ALL);
    }

    /**
     * Returns the projection of some fields under their own names.
     *
     * @param fields the fields, separated by commas
     * @throws RequestException where there are too many, or one is empty
     */
    static Projection ofNames(String fields) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String field : fields.split(",", MAX_FIELDS + 1)) {
            if (field.isEmpty() || names.put(field, field) != null || names.size() > MAX_FIELDS) {
                throw new RequestException("fields are 1 to " + MAX_FIELDS
                        + " names, separated by commas, each once fields=" + ClientRequest.shortened(fields));
            }
        }
        return new Projection(fields, names);
    }

    private static Projection parse(String json) {
        Map<String, String> names = new LinkedHashMap<>();
        try (JsonParser parser = FACTORY.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw wrong(json);
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                if (parser.nextToken() != JsonToken.VALUE_STRING || names.size() == MAX_FIELDS) {
                    throw wrong(json);
                }
                String name = parser.getText();
                if (names.containsValue(name)) {
                    throw new RequestException("two fields would have one name name=" + ClientRequest.shortened(name));
                }
                names.put(field, name);
            }
        } catch (IOException e) {
            throw wrong(json);
        }
        if (names.isEmpty()) {
            throw wrong(json);
        }
        return new Projection(json, names);
    }

    private static RequestException wrong(String json) {
        return new RequestException("fields is no object of field and name, as {\"price\":\"p\"}, with 1 to "
                + MAX_FIELDS + " fields=" + ClientRequest.shortened(json));
    }

    boolean isAll() {
        return names.isEmpty();
    }

    /** Returns the text of the request; empty for all. */
    String text() {
        return text;
    }

    /** Returns the arguments of a call as an object of the wanted fields that it has. */
    String apply(CallSchema schema, String arguments) {
        Map<String, String> found = new LinkedHashMap<>();
        try (JsonParser json = FACTORY.createParser(arguments)) {
            json.nextToken();
            if (schema.parameters().size() == 1
                    && !isNamed(schema.parameters().getFirst().name())) {
                json.nextToken(); // the name of the only argument, which is left out before those of its fields
                if (json.currentToken() == JsonToken.FIELD_NAME && json.nextToken() == JsonToken.START_OBJECT) {
                    collect(json, arguments, "", found);
                }
            } else {
                collect(json, arguments, "", found);
            }
        } catch (IOException e) {
            throw new IllegalStateException("arguments of a call are no JSON", e);
        }
        StringBuilder object = new StringBuilder("{");
        names.forEach((field, name) -> {
            String value = found.get(field);
            if (value != null) {
                object.append(object.length() == 1 ? "" : ",");
                ClientTexts.quote(object, name).append(':').append(value);
            }
        });
        return object.append('}').toString();
    }

    /** Returns whether a field names an argument, alone or before one of its fields. */
    private boolean isNamed(String argument) {
        return names.containsKey(argument)
                || names.keySet().stream().anyMatch(field -> field.startsWith(argument + "."));
    }

    private void collect(JsonParser json, String all, String prefix, Map<String, String> found) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String path = prefix + json.currentName();
            json.nextToken();
            value(json, all, path, found);
        }
    }

    private void value(JsonParser json, String all, String path, Map<String, String> found) throws IOException {
        if (names.containsKey(path)) {
            found.put(path, ClientRequest.raw(json, all));
        } else if (json.currentToken() == JsonToken.START_OBJECT) {
            if (names.keySet().stream().anyMatch(field -> field.startsWith(path + "."))) {
                collect(json, all, path + ".", found);
            } else {
                json.skipChildren();
            }
        } else {
            json.skipChildren();
        }
    }
}
