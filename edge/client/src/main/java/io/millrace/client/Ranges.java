package io.millrace.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Up to which key the snapshot of a subscription has come. The server sends each range among the messages, after those
 * that it shows; so a message before it is not needed if its key is in no range that has come, and every other one is
 * later than its range. Guarded by the lock of the {@link Conversation}.
 */
final class Ranges {

    private static final JsonFactory FACTORY = new JsonFactory();

    /** Where it is. */
    private enum Phase {
        /** No range has come. */
        NOTHING,
        /** Some ranges have come. */
        SOME,
        /** All have come. */
        LIVE
    }

    private final Snapshot snapshot;
    private Phase phase = Phase.NOTHING;

    /** The last key of the ranges that have come, as JSON; empty before the first one. */
    private Optional<String> last = Optional.empty();

    private Optional<PendingAnswer> asked = Optional.empty();

    Ranges(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    boolean isLive() {
        return phase == Phase.LIVE;
    }

    /** Returns the query that is not answered. */
    Optional<PendingAnswer> asked() {
        return asked;
    }

    /** Returns whether the next range may be asked for. */
    boolean isMissing() {
        return phase != Phase.LIVE && asked.isEmpty();
    }

    void ask(PendingAnswer query) {
        asked = Optional.of(query);
    }

    void forgetAsked() {
        asked = Optional.empty();
    }

    /** Begins anew. */
    void restart() {
        phase = Phase.NOTHING;
        last = Optional.empty();
        asked = Optional.empty();
    }

    /** Returns the arguments that ask for the next range. */
    String arguments() {
        String all = snapshot.arguments();
        String members = all.substring(1, all.length() - 1).strip();
        return last.map(key -> "{" + members + (members.isEmpty() ? "" : ",") + "\"after\":" + key + "}")
                .orElse(all);
    }

    /**
     * Takes a range.
     *
     * @param json an object with the member {@code result}
     * @param position up to which the range shows the output
     * @return its rows as messages
     * @throws ClientException where it is no range, or its last key is not after that of the one before
     */
    List<Message> take(String json, String position) {
        asked = Optional.empty();
        List<Message> rows = new ArrayList<>();
        Optional<String> next = Optional.empty();
        try (JsonParser parser = FACTORY.createParser(json)) {
            parser.nextToken();
            parser.nextToken();
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new ClientException("the query returns no range query=" + snapshot.query());
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("rows") && value == JsonToken.START_ARRAY) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        rows.add(new Message(
                                position,
                                Instant.EPOCH,
                                snapshot.rows(),
                                ServerAnswer.raw(parser, json),
                                Optional.empty()));
                    }
                } else if (name.equals("next") && value != JsonToken.VALUE_NULL) {
                    next = Optional.of(ServerAnswer.raw(parser, json));
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw new ClientException("a range cannot be read query=" + snapshot.query(), e);
        }
        if (next.isPresent() && last.isPresent() && compare(next.get(), last.get()) <= 0) {
            throw new ClientException("a range does not come after the one before query=" + snapshot.query() + " last="
                    + last.get() + " next=" + next.get());
        }
        phase = next.isPresent() ? Phase.SOME : Phase.LIVE;
        last = next;
        return rows;
    }

    /** Returns whether a message is later than the range of its key; one without a key is, after the first range. */
    boolean isLater(String arguments) {
        return switch (phase) {
            case LIVE -> true;
            case NOTHING -> false;
            case SOME ->
                key(arguments).map(key -> compare(key, last.orElseThrow()) <= 0).orElse(true);
        };
    }

    /** Returns the key in arguments as JSON; empty where they have none. */
    private Optional<String> key(String arguments) {
        if (arguments.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<String> named = at(arguments, snapshot.key().split("\\.", -1), 0);
            return named.isPresent() ? named : inOnly(arguments);
        } catch (IOException e) {
            throw new ClientException("arguments of a message are no JSON", e);
        }
    }

    /** Returns the key in the only argument, whose name is left out before those of its fields. */
    private Optional<String> inOnly(String arguments) throws IOException {
        try (JsonParser json = FACTORY.createParser(arguments)) {
            json.nextToken();
            if (json.nextToken() != JsonToken.FIELD_NAME || json.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            String only = ServerAnswer.raw(json, arguments);
            return json.nextToken() == JsonToken.END_OBJECT
                    ? at(only, snapshot.key().split("\\.", -1), 0)
                    : Optional.empty();
        }
    }

    private static Optional<String> at(String object, String[] path, int depth) throws IOException {
        try (JsonParser json = FACTORY.createParser(object)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                String value = ServerAnswer.raw(json, object);
                if (name.equals(path[depth])) {
                    return depth == path.length - 1
                            ? Optional.of(value)
                            : value.startsWith("{") ? at(value, path, depth + 1) : Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    private int compare(String key, String other) {
        try (JsonParser left = FACTORY.createParser(key);
                JsonParser right = FACTORY.createParser(other)) {
            JsonToken first = left.nextToken();
            JsonToken second = right.nextToken();
            if (first == JsonToken.VALUE_STRING && second == JsonToken.VALUE_STRING) {
                return left.getText().compareTo(right.getText());
            }
            if (first.isNumeric() && second.isNumeric()) {
                return new BigDecimal(left.getText()).compareTo(new BigDecimal(right.getText()));
            }
        } catch (IOException e) {
            throw new ClientException("a key is no JSON key=" + key, e);
        }
        throw new ClientException(
                "keys are texts or numbers key=" + snapshot.key() + " left=" + key + " right=" + other);
    }
}
