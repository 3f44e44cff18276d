package io.millrace.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.millrace.server.RefusedException;
import io.millrace.text.JsonErrors;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a page sends: that it has drawn a state, what it wants to follow, or both.
 *
 * @param confirm the number of the state that it has drawn; empty where it confirms none
 * @param follow what it wants to follow from now on, empty where that does not change; an empty map ends following
 */
record FollowRequest(Optional<Long> confirm, Optional<Map<String, String>> follow) {

    private static final int MAX_DEPTH = 4;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    /**
     * Reads a text of a page.
     *
     * @throws RefusedException where it is none of the form
     */
    static FollowRequest parse(String text) {
        Optional<Long> confirm = Optional.empty();
        Optional<Map<String, String>> follow = Optional.empty();
        try (JsonParser json = FACTORY.createParser(text)) {
            require(json.nextToken() == JsonToken.START_OBJECT, "an object");
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                switch (name) {
                    case "confirm" -> {
                        require(value == JsonToken.VALUE_NUMBER_INT, "a number to confirm");
                        confirm = Optional.of(json.getLongValue());
                    }
                    case "follow" -> follow = Optional.of(value == JsonToken.VALUE_NULL ? Map.of() : texts(json));
                    default -> json.skipChildren();
                }
            }
            require(json.currentToken() == JsonToken.END_OBJECT, "an object");
        } catch (IOException e) {
            throw new RefusedException(400, "message of a page is no JSON reason=" + JsonErrors.reason(e));
        }
        return new FollowRequest(confirm, follow);
    }

    private static Map<String, String> texts(JsonParser json) throws IOException {
        require(json.currentToken() == JsonToken.START_OBJECT, "an object to follow");
        Map<String, String> texts = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            require(value.isScalarValue(), "a text for " + name);
            if (value != JsonToken.VALUE_NULL) {
                texts.put(name, json.getText());
            }
        }
        return texts;
    }

    private static void require(boolean isTrue, String what) {
        if (!isTrue) {
            throw new RefusedException(400, "message of a page needs " + what);
        }
    }

    /** Returns what it follows by a parameter that is there and not empty. */
    static Optional<String> parameter(Map<String, String> follow, String name) {
        return Optional.ofNullable(follow.get(name)).filter(value -> !value.isEmpty());
    }
}
