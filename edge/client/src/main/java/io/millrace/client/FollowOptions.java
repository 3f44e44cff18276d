package io.millrace.client;

import io.millrace.wire.WireFormat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * How a client follows a channel.
 *
 * @param after the position after which it begins, as {@link Message#position} and {@link Subscription#last} give
 *     them; empty for {@code first}
 * @param first where it begins without a position
 * @param methods the methods that are wanted; empty for all, or where a handler has a type, for its methods
 * @param fields the fields of arguments that are wanted, each with the name that it gets in the message: an argument
 *     by its name, a field of a message in it by a path with dots. A single argument needs no name before its fields.
 *     Empty for all arguments as they are; not for handlers of a type
 * @param format the form in which messages come: JSON, BINARY, as they are in the journal, or DELTA,
 *     which has what has changed since the last message of the same method and key. Handlers get the same
 * @param key for DELTA, the fields that tell apart what is compared, such as the symbol of a price; by name, or by a
 *     path with dots. A single argument needs no name before its fields. Empty where all messages of a method are
 *     compared
 * @param where which values fields of the messages have
 * @param latest the fields that tell apart what is replaced: a client that is slow gets the latest message alone of
 *     those with the same values; by name, or by a path with dots. Empty for every message
 * @param snapshot what is there before the changes that the messages are; empty for the messages alone
 * @param credit how many messages may come before {@link Subscription#more}; empty for any number. A range of a
 *     snapshot counts as one
 * @param onBegin learns where it begins, again after each lost connection
 * @param onEnd learns once why it has ended; not where this side has cancelled it
 */
public record FollowOptions(
        Optional<String> after,
        First first,
        List<String> methods,
        Map<String, String> fields,
        WireFormat format,
        List<String> key,
        MessageFilter where,
        List<String> latest,
        Optional<Snapshot> snapshot,
        OptionalLong credit,
        Consumer<Beginning> onBegin,
        Consumer<String> onEnd) {

    private static final List<WireFormat> FORMATS = List.of(WireFormat.JSON, WireFormat.BINARY, WireFormat.DELTA);

    /** Where a client begins without a position. */
    public enum First {
        /** At the first message that is there. */
        OLDEST,
        /** After the newest message. */
        NEWEST
    }

    /** Copies the list and refuses nulls and a negative credit. */
    public FollowOptions {
        Objects.requireNonNull(after, "after");
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(onBegin, "onBegin");
        Objects.requireNonNull(onEnd, "onEnd");
        Objects.requireNonNull(where, "where");
        latest = List.copyOf(latest);
        if (snapshot.isPresent() && (after.isPresent() || first != First.NEWEST || !fields.isEmpty())) {
            throw new ClientException("with a snapshot messages begin after the newest one, with all fields first="
                    + first + " after=" + after.orElse("") + " fields=" + fields);
        }
        methods = List.copyOf(methods);
        key = List.copyOf(key);
        if (!FORMATS.contains(format)) {
            throw new ClientException("messages come as one of " + FORMATS + " format=" + format);
        }
        if (!key.isEmpty() && format != WireFormat.DELTA) {
            throw new ClientException("a key is for the format DELTA format=" + format + " key=" + key);
        }
        if (!fields.isEmpty() && format != WireFormat.JSON) {
            throw new ClientException(
                    "fields are chosen in the format JSON alone format=" + format + " fields=" + fields);
        }
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        credit.ifPresent(count -> {
            if (count < 0) {
                throw new ClientException("a credit is at least 0 credit=" + count);
            }
        });
    }

    private static FollowOptions from(Optional<String> after, First first) {
        return new FollowOptions(
                after,
                first,
                List.of(),
                Map.of(),
                WireFormat.JSON,
                List.of(),
                MessageFilter.none(),
                List.of(),
                Optional.empty(),
                OptionalLong.empty(),
                _ -> {},
                _ -> {});
    }

    /** Returns options that begin after the newest message. */
    public static FollowOptions newest() {
        return from(Optional.empty(), First.NEWEST);
    }

    /** Returns options that begin at the first message that is there. */
    public static FollowOptions oldest() {
        return from(Optional.empty(), First.OLDEST);
    }

    /** Returns options that begin after a position, or at the first message where later ones are gone. */
    public static FollowOptions after(String position) {
        return from(Optional.of(position), First.OLDEST);
    }

    /** Returns these options for some methods alone. */
    public FollowOptions withMethods(String... names) {
        return new FollowOptions(
                after, first, List.of(names), fields, format, key, where, latest, snapshot, credit, onBegin, onEnd);
    }

    /** Returns these options for some fields of the arguments alone, each with its name in the message. */
    public FollowOptions withFields(Map<String, String> names) {
        return new FollowOptions(
                after, first, methods, names, format, key, where, latest, snapshot, credit, onBegin, onEnd);
    }

    /**
     * Returns these options with another form of messages.
     *
     * @param form JSON, BINARY or DELTA
     * @param keyFields the key of DELTA; none otherwise
     */
    public FollowOptions withFormat(WireFormat form, String... keyFields) {
        return new FollowOptions(
                after,
                first,
                methods,
                fields,
                form,
                List.of(keyFields),
                where,
                latest,
                snapshot,
                credit,
                onBegin,
                onEnd);
    }

    /** Returns these options for messages with some values alone. */
    public FollowOptions withWhere(MessageFilter filter) {
        return new FollowOptions(
                after, first, methods, fields, format, key, filter, latest, snapshot, credit, onBegin, onEnd);
    }

    /**
     * Returns these options for a client that wants what is newest: of messages that wait for it and have the same
     * values in these fields, it gets the latest alone.
     */
    public FollowOptions withLatest(String... names) {
        return new FollowOptions(
                after, first, methods, fields, format, key, where, List.of(names), snapshot, credit, onBegin, onEnd);
    }

    /** Returns these options with a snapshot, which comes before and between the messages, range by range. */
    public FollowOptions withSnapshot(Snapshot what) {
        return new FollowOptions(
                after, first, methods, fields, format, key, where, latest, Optional.of(what), credit, onBegin, onEnd);
    }

    /** Returns these options with a credit: how many messages may come before {@link Subscription#more}. */
    public FollowOptions withCredit(long count) {
        return new FollowOptions(
                after,
                first,
                methods,
                fields,
                format,
                key,
                where,
                latest,
                snapshot,
                OptionalLong.of(count),
                onBegin,
                onEnd);
    }

    /** Returns these options with what learns where it begins. */
    public FollowOptions withOnBegin(Consumer<Beginning> listener) {
        return new FollowOptions(
                after, first, methods, fields, format, key, where, latest, snapshot, credit, listener, onEnd);
    }

    /** Returns these options with what learns why it has ended. */
    public FollowOptions withOnEnd(Consumer<String> listener) {
        return new FollowOptions(
                after, first, methods, fields, format, key, where, latest, snapshot, credit, onBegin, listener);
    }
}
