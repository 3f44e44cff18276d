package io.millrace.clients;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.millrace.text.JsonErrors;
import io.millrace.wire.WireException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a client sends: a JSON object whose member {@code request} says what it asks for.
 *
 * @param kind the value of {@code request}
 * @param members its other members: texts as they are, any other value as its JSON
 * @param binary the arguments where they are in BINARY; empty where they are a member
 */
record ClientRequest(String kind, Map<String, String> members, Optional<CallArguments> binary) {

    private static final int MAX_DEPTH = 200;
    private static final int MAX_DIGITS = 18;
    private static final String ARGUMENTS = "arguments";
    private static final Set<String> KNOWN = Set.of(
            "request", "client", "token", "channel", "as", "after", "first", "credit", "methods", "fields", "format",
            "key", "latest", "where", "number", "numbers", "query", "refused", "method", "until", ARGUMENTS);

    /** The members of calls and queries that are numbers. */
    private static final Set<String> NUMBERS = Set.of("number", "query", "refused", "as");

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    /**
     * Reads a text of a client.
     *
     * @throws RequestException where it is no request
     */
    static ClientRequest parse(String text) {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser json = FACTORY.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new RequestException("a request is a JSON object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (!KNOWN.contains(name)) {
                    throw new RequestException("a request has no such member member=" + shortened(name));
                }
                boolean isText = json.nextToken() == JsonToken.VALUE_STRING && !name.equals(ARGUMENTS);
                members.put(name, isText ? json.getText() : raw(json, text));
            }
            if (json.nextToken() != null) {
                throw new RequestException("a request is one JSON object");
            }
        } catch (IOException e) {
            throw new RequestException("a request is no JSON reason=" + shortened(JsonErrors.reason(e)));
        }
        String kind = members.remove("request");
        if (kind == null) {
            throw new RequestException("a request needs the member request");
        }
        return new ClientRequest(kind, members, Optional.empty());
    }

    /** Returns the arguments of a call or a query; where they are missing the client is told. */
    CallArguments arguments() {
        return binary.orElseGet(() -> {
            String json = required(ARGUMENTS);
            return () -> json;
        });
    }

    /** Returns a request that has come as bytes as it would be in JSON. */
    String text() {
        StringBuilder text = ClientTexts.quote(new StringBuilder("{\"request\":"), kind);
        members.forEach((name, value) -> {
            ClientTexts.quote(text.append(','), name).append(':');
            if (NUMBERS.contains(name)) {
                text.append(value);
            } else {
                ClientTexts.quote(text, value);
            }
        });
        String arguments;
        try {
            arguments = arguments().json();
        } catch (WireException e) {
            arguments = ClientTexts.quote(new StringBuilder(), "cannot be read: " + e.getMessage())
                    .toString();
        }
        return text.append(",\"arguments\":").append(arguments).append('}').toString();
    }

    /** Returns the text of a value as it was sent, so that no number changes. */
    static String raw(JsonParser json, String text) throws IOException {
        int begin = (int) json.currentTokenLocation().getCharOffset();
        if (json.currentToken().isStructStart()) {
            json.skipChildren();
        } else {
            json.getText(); // the parser reads a scalar when it is asked for
        }
        return text.substring(begin, (int) json.currentLocation().getCharOffset());
    }

    static String shortened(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "...";
    }

    /** Returns a member; where it is missing the client is told. */
    String required(String name) {
        String value = members.get(name);
        if (value == null || value.isEmpty()) {
            throw new RequestException("request=" + shortened(kind) + " needs the member " + name);
        }
        return value;
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(members.get(name));
    }

    /** Returns a member that is a whole number, at least 0. */
    OptionalLong number(String name) {
        String value = members.get(name);
        if (value == null) {
            return OptionalLong.empty();
        }
        boolean isNumber = !value.isEmpty() && value.length() <= MAX_DIGITS;
        for (int i = 0; i < value.length() && isNumber; i++) {
            isNumber = value.charAt(i) >= '0' && value.charAt(i) <= '9';
        }
        if (!isNumber) {
            throw new RequestException(
                    "the member " + name + " is no whole number from 0 " + name + "=" + shortened(value));
        }
        return OptionalLong.of(Long.parseLong(value));
    }

    /** Returns a member that is an array of whole numbers, each at least 0; where it is missing the client is told. */
    List<Long> requiredNumbers(String name) {
        String array = required(name).replaceAll("\\s", "");
        if (!array.matches("\\[[0-9]{1,18}(,[0-9]{1,18})*]")) {
            throw new RequestException(
                    "the member " + name + " is no array of whole numbers from 0 " + name + "=" + shortened(array));
        }
        return Stream.of(array.substring(1, array.length() - 1).split(","))
                .map(Long::valueOf)
                .toList();
    }

    /** Returns a member that is a whole number; where it is missing the client is told. */
    long requiredNumber(String name) {
        required(name);
        return number(name).orElseThrow();
    }
}
