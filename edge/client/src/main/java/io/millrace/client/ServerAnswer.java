package io.millrace.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a server sends: a JSON object.
 *
 * @param members its members: texts as they are, numbers and {@code arguments} as their JSON
 * @param appended the last number of each channel in the answer to a hello
 */
record ServerAnswer(Map<String, String> members, Map<String, Long> appended) {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String ARGUMENTS = "arguments";
    private static final String APPENDED = "appended";

    /**
     * Reads a text of the server.
     *
     * @throws ClientException where it is no answer
     */
    static ServerAnswer parse(String text) {
        Map<String, String> members = new HashMap<>();
        Map<String, Long> appended = Map.of();
        try (JsonParser json = FACTORY.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new ClientException("the server has sent what is no JSON object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (name.equals(ARGUMENTS)) {
                    members.put(name, raw(json, text));
                } else if (name.equals(APPENDED) && value == JsonToken.START_OBJECT) {
                    appended = numbers(json);
                } else if (value.isStructStart()) {
                    json.skipChildren(); // of a later version
                } else {
                    members.put(name, json.getText());
                }
            }
        } catch (IOException e) {
            throw new ClientException("the server has sent what is no JSON reason=" + e.getMessage(), e);
        }
        return new ServerAnswer(members, appended);
    }

    private static String raw(JsonParser json, String text) throws IOException {
        int begin = (int) json.currentTokenLocation().getCharOffset();
        if (json.currentToken().isStructStart()) {
            json.skipChildren();
        } else {
            json.getText(); // the parser reads a scalar when it is asked for
        }
        return text.substring(begin, (int) json.currentLocation().getCharOffset());
    }

    private static Map<String, Long> numbers(JsonParser json) throws IOException {
        Map<String, Long> numbers = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String channel = json.currentName();
            json.nextToken();
            numbers.put(channel, json.getLongValue());
        }
        return numbers;
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    Optional<String> optional(String name) {
        return Optional.ofNullable(members.get(name));
    }

    String text(String name) {
        String value = members.get(name);
        if (value == null) {
            throw new ClientException("an answer of the server has no member " + name + " members=" + members.keySet());
        }
        return value;
    }

    long number(String name) {
        try {
            return Long.parseLong(text(name));
        } catch (NumberFormatException e) {
            throw new ClientException("an answer of the server has no whole number " + name + "=" + text(name), e);
        }
    }
}
