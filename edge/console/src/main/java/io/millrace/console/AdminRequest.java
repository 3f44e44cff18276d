package io.millrace.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.server.RefusedException;
import io.millrace.text.JsonErrors;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The body of a request of an administrator: an object whose members are texts, or any JSON, which stays text.
 *
 * @param members the members: texts as they are, other values as JSON
 */
record AdminRequest(Map<String, String> members) {

    private static final JsonFactory FACTORY = new JsonFactory();

    /**
     * Reads a body.
     *
     * @throws RefusedException where it is no object
     */
    static AdminRequest parse(String body) {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser json = FACTORY.createParser(body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new RefusedException(400, "body of the request is no JSON object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                boolean isText = json.nextToken() == JsonToken.VALUE_STRING && !name.equals("arguments");
                members.put(name, isText ? json.getText() : raw(json));
            }
        } catch (IOException e) {
            throw new RefusedException(400, "body of the request is no JSON reason=" + JsonErrors.reason(e));
        }
        return new AdminRequest(members);
    }

    private static String raw(JsonParser json) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator copy = FACTORY.createGenerator(text)) {
            copy.copyCurrentStructure(json);
        }
        return text.toString();
    }

    /**
     * Returns the arguments of a call in the form that {@code JsonCallText} reads: the value of one parameter, or an
     * array of several. An object with a member for each parameter is put into that form; any other JSON is left as it
     * is.
     *
     * @param parameters the names of the parameters, in order
     */
    String arguments(List<String> parameters) {
        String given = required("arguments");
        if (!given.startsWith("{")) {
            return given;
        }
        Map<String, String> byName = new LinkedHashMap<>();
        try (JsonParser json = FACTORY.createParser(given)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                byName.put(name, raw(json));
            }
        } catch (IOException e) {
            throw new RefusedException(400, "arguments are no JSON reason=" + JsonErrors.reason(e));
        }
        if (!byName.keySet().equals(Set.copyOf(parameters))) {
            return given;
        }
        List<String> values = parameters.stream().map(byName::get).toList();
        return values.size() == 1 ? values.getFirst() : "[" + String.join(",", values) + "]";
    }

    /**
     * Returns a member that is there and not empty.
     *
     * @throws RefusedException where it is missing
     */
    String required(String name) {
        String value = members.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw new RefusedException(400, "body of the request needs a member member=" + name);
        }
        return value;
    }
}
