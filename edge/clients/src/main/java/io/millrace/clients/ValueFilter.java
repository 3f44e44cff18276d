package io.millrace.clients;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.channel.ChannelCursor;
import io.millrace.wire.CallSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which values the fields of a message have that a follower gets: one value, or a range. Texts are compared by their
 * UTF-16 code units, numbers by value. A message without one of the fields is left out. For one thread.
 */
final class ValueFilter {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int MAX_FIELDS = 8;

    /** The most digits and the greatest exponent of a number, so that comparing it takes no time. */
    private static final int MAX_NUMBER = 40;

    /** A value of JSON that can be compared. */
    private record Scalar(JsonToken kind, String text) {

        /** Returns how this is compared with another one; empty where the kinds differ. */
        Optional<Integer> compare(Scalar other) {
            if (!kind.equals(other.kind)) {
                return Optional.empty();
            }
            return Optional.of(
                    kind == JsonToken.VALUE_NUMBER_FLOAT
                            ? new BigDecimal(text).compareTo(new BigDecimal(other.text))
                            : text.compareTo(other.text));
        }
    }

    /** From the first one on, and below the second one; or exactly the first one. */
    private record Bounds(Optional<Scalar> from, Optional<Scalar> to, boolean isExact) {

        boolean contains(Scalar value) {
            boolean isFrom = from.map(least -> value.compare(least)
                            .filter(order -> isExact ? order == 0 : order >= 0)
                            .isPresent())
                    .orElse(true);
            return isFrom
                    && to.map(end -> value.compare(end)
                                    .filter(order -> order < 0)
                                    .isPresent())
                            .orElse(true);
        }
    }

    private final Map<String, Bounds> fields;
    private final Projection projection;
    private final NamedArguments arguments = new NamedArguments();

    private ValueFilter(Map<String, Bounds> fields) {
        this.fields = fields;
        this.projection = fields.isEmpty()
                ? Projection.of(Optional.empty())
                : Projection.ofNames(String.join(",", fields.keySet()));
    }

    /**
     * Returns the filter of a request.
     *
     * @param json an object of field and value, or of field and an object with {@code from} and {@code to}; empty for
     *     all messages
     * @throws RequestException where it is none
     */
    static ValueFilter of(Optional<String> json) {
        if (json.isEmpty()) {
            return new ValueFilter(Map.of());
        }
        Map<String, Bounds> fields = new LinkedHashMap<>();
        try (JsonParser parser = FACTORY.createParser(json.get())) {
            boolean isObject = parser.nextToken() == JsonToken.START_OBJECT;
            while (isObject && parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                if (name.contains(",")) {
                    throw wrong(json.get());
                }
                parser.nextToken();
                fields.put(name, bounds(parser, json.get()));
            }
            if (!isObject || parser.nextToken() != null || fields.isEmpty() || fields.size() > MAX_FIELDS) {
                throw wrong(json.get());
            }
        } catch (IOException e) {
            throw wrong(json.get());
        }
        return new ValueFilter(fields);
    }

    private static Bounds bounds(JsonParser json, String all) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            return new Bounds(Optional.of(scalar(json).orElseThrow(() -> wrong(all))), Optional.empty(), true);
        }
        Map<String, Scalar> ends = new HashMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            ends.put(name, scalar(json).orElseThrow(() -> wrong(all)));
        }
        if (ends.isEmpty() || ends.keySet().stream().anyMatch(name -> !name.equals("from") && !name.equals("to"))) {
            throw wrong(all);
        }
        return new Bounds(Optional.ofNullable(ends.get("from")), Optional.ofNullable(ends.get("to")), false);
    }

    private static RequestException wrong(String json) {
        return new RequestException("where is no object of 1 to " + MAX_FIELDS
                + " fields, each with a value or with from and to, as {\"symbol\":\"EURUSD\"} where="
                + ClientRequest.shortened(json));
    }

    /** Returns the value at a parser; empty where it cannot be compared. */
    private static Optional<Scalar> scalar(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token.isNumeric()) {
            String text = json.getText();
            return isShort(text) ? Optional.of(new Scalar(JsonToken.VALUE_NUMBER_FLOAT, text)) : Optional.empty();
        }
        return token == JsonToken.VALUE_STRING || token.isBoolean()
                ? Optional.of(new Scalar(token, json.getText()))
                : Optional.empty();
    }

    private static boolean isShort(String number) {
        try {
            return number.length() <= MAX_NUMBER && Math.abs((long) new BigDecimal(number).scale()) <= 10 * MAX_NUMBER;
        } catch (NumberFormatException _) { // the exponent needs more than 32 bits
            return false;
        }
    }

    /** Returns whether the call at a cursor has the values. */
    boolean matches(ChannelCursor cursor) {
        return fields.isEmpty() || (cursor.isReadable() && matches(cursor.schema(), arguments.of(cursor)));
    }

    /** Returns whether the arguments of a call, as JSON by name, have the values. */
    boolean matches(CallSchema schema, String all) {
        return matches(projection.apply(schema, all));
    }

    private boolean matches(String found) {
        int matched = 0;
        try (JsonParser json = FACTORY.createParser(found)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                Bounds wanted = fields.get(json.currentName());
                json.nextToken();
                boolean isIn = scalar(json).filter(wanted::contains).isPresent();
                json.skipChildren();
                matched += isIn ? 1 : 0;
            }
        } catch (IOException e) {
            throw new IllegalStateException("arguments of a call are no JSON", e);
        }
        return matched == fields.size();
    }
}
