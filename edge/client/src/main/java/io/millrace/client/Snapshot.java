package io.millrace.client;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * What is there before the changes that a client follows: the state of a component, which a query returns range by
 * range, in the order of a key. The rows come to the handler as messages, and of the messages of the component's output
 * those come that are later than the range of their key. So a handler that takes each of them has the state at any time
 * up to some key, and in the end the whole of it.
 *
 * <p>The query takes the argument {@code after}, the last key of the range before, which is null or its default for the
 * first one. It returns an object with {@code rows}, a list in the order of the key, and {@code next}, the last key of
 * this range, which is missing or null in the last range. A row has the arguments of a message by their names. Texts
 * are in the order of their UTF-16 code units, as {@link String#compareTo} has it, and numbers in that of their values.
 *
 * @param channel the input channel of the component
 * @param query the method that returns a range
 * @param arguments further arguments of the query, a JSON object
 * @param rows the method of the messages that rows are
 * @param key the field of a message that is its key: a path as in {@link FollowOptions#fields}
 * @param onRestart learns that all so far does not count, since a new snapshot comes, and why
 * @param onLive learns that the snapshot is complete, with the position of its last range
 */
public record Snapshot(
        String channel,
        String query,
        String arguments,
        String rows,
        String key,
        Consumer<String> onRestart,
        Consumer<String> onLive) {

    /** Refuses nulls, and arguments that are no object. */
    public Snapshot {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(query, "query");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(onRestart, "onRestart");
        Objects.requireNonNull(onLive, "onLive");
        arguments = arguments.strip();
        if (!arguments.startsWith("{") || !arguments.endsWith("}")) {
            throw new ClientException(
                    "arguments are a JSON object, by the names of the parameters arguments=" + arguments);
        }
    }

    /**
     * Returns the snapshot that a query gives.
     *
     * @param channel the input channel of the component
     * @param query the method that returns a range
     * @param rows the method of the messages that rows are
     * @param key the field that is the key
     */
    public static Snapshot of(String channel, String query, String rows, String key) {
        return new Snapshot(channel, query, "{}", rows, key, _ -> {}, _ -> {});
    }

    /** Returns this with further arguments of the query, a JSON object. */
    public Snapshot withArguments(String json) {
        return new Snapshot(channel, query, json, rows, key, onRestart, onLive);
    }

    /** Returns this with what learns of another snapshot, and of the end of one. */
    public Snapshot withListeners(Consumer<String> restart, Consumer<String> live) {
        return new Snapshot(channel, query, arguments, rows, key, restart, live);
    }
}
