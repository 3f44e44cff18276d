package io.millrace.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.text.JsonErrors;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a server sends: a JSON object.
 *
 * @param members its members: texts as they are, numbers, {@code arguments} and {@code result} as their JSON
 * @param appended the last number of each channel in the answer to a hello
 * @param binary a result in BINARY; empty where it is a member
 */
record ServerAnswer(Map<String, String> members, Map<String, Long> appended, Optional<CallResult> binary) {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String ARGUMENTS = "arguments";
    private static final String RESULT = "result";
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
                if (name.equals(ARGUMENTS) || name.equals(RESULT)) {
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
            throw new ClientException("the server has sent what is no JSON reason=" + JsonErrors.reason(e), e);
        }
        return new ServerAnswer(members, appended, Optional.empty());
    }

    /** Returns the text of the value at a parser as it was sent. */
    static String raw(JsonParser json, String text) throws IOException {
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

    /** Returns the result of a call or a query that has one, or nothing. */
    CallResult result() {
        return binary.orElseGet(() -> CallResult.of(optional(RESULT).orElse("null")));
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
