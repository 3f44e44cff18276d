package io.millrace.fix;

import io.millrace.channel.ChannelCursor;
import io.millrace.wire.BinaryInput;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The journal of an engine as people read it: what its sessions have received and sent, and what became of them, as far
 * as a filter selects it. The engine may be running. One thread.
 */
public final class FixLog {

    private static final String REFUSED = "refused";

    /** What an entry is. */
    public enum Direction {
        IN,
        OUT,
        /** No message, but something that has happened to a session. */
        EVENT
    }

    /**
     * What is selected; all of it must fit.
     *
     * @param session a text that the name of the session contains
     * @param types the types of messages; empty for all, and for what is no message
     * @param fields as {@code NAME=VALUE} or {@code TAG=VALUE}; a listed value may be written by its meaning
     * @param orders ClOrdIDs and OrderIDs: only messages that name one of them, whose other ids are added for those
     *     after it; empty for all
     */
    public record Filter(String session, Set<String> types, List<String> fields, Set<String> orders) {

        /** A filter that selects everything. */
        public static final Filter ALL = new Filter("", Set.of(), List.of(), Set.of());

        /**
         * Takes copies.
         *
         * @throws IllegalArgumentException if a field has no value
         */
        public Filter {
            types = Set.copyOf(types);
            fields = List.copyOf(fields);
            orders = Set.copyOf(orders);
            for (String field : fields) {
                if (!field.matches("[A-Za-z0-9]+=(?s:.+)")) {
                    throw new IllegalArgumentException("is FIELD=VALUE field=" + field);
                }
            }
        }

        private boolean isOfMessages() {
            return !types.isEmpty() || !fields.isEmpty() || !orders.isEmpty();
        }
    }

    /**
     * An entry.
     *
     * @param session the name of the session; empty for an order that names none
     * @param text the message with its fields by name, or what has happened
     */
    public record Entry(String session, Direction direction, String text) {}

    /** ClOrdID, OrderID, OrigClOrdID, SecondaryOrderID. */
    private static final int[] ORDER_TAGS = {11, 37, 41, 198};

    private static final int MOST_ORDERS = 1_000;

    private final Filter filter;
    private final Function<String, FixDictionary> dictionaries;
    private final Set<String> orders;
    private final FixMessage message = new FixMessage();
    private final BinaryInput in = new BinaryInput();
    private FixDictionary dictionary;

    /**
     * Creates a reading.
     *
     * @param dictionaries returns the dictionary of a session by its name
     */
    public FixLog(Filter filter, Function<String, FixDictionary> dictionaries) {
        this.filter = filter;
        this.dictionaries = dictionaries;
        orders = new TreeSet<>(filter.orders());
    }

    /** Returns the ids of the orders that belong together as far as was read; empty where the filter names none. */
    public Set<String> orders() {
        return orders;
    }

    /** Returns the message of the newest entry, if that is one. */
    public FixMessage message() {
        return message;
    }

    /** Returns the dictionary of the message of the newest entry. */
    public FixDictionary dictionary() {
        return dictionary;
    }

    /**
     * Reads the call at which a cursor is.
     *
     * @return the entry; empty if the filter leaves it out
     * @throws FixException if the channel is no journal of an engine, or of a newer version
     */
    public Optional<Entry> read(ChannelCursor cursor) {
        in.wrap(cursor.segment(), cursor.offset(), cursor.length());
        String call = cursor.schema().methodName();
        return switch (call) {
            case "application", "received" -> {
                in.readLong();
                byte[] bytes = in.readBytes();
                yield message(in.readString(), Direction.IN, bytes);
            }
            case "sent" -> {
                in.readLong();
                byte[] bytes = in.readBytes();
                in.readLong();
                yield message(in.readString(), Direction.OUT, bytes);
            }
            case "expecting" -> number("expects number ");
            case "numberedFrom" -> number("sends from number ");
            case "version" -> {
                String version = in.readString();
                yield event(in.readString(), "reads messages as of version " + version);
            }
            case "known" -> known();
            case "loggedOn" -> event(in.readString(), "logged on");
            case "loggedOut" -> event(in.readString(), "disconnected");
            case REFUSED -> {
                in.readLong();
                String reason = in.readString();
                yield event(in.readString(), "a call of the application was not sent: " + reason);
            }
            case "operated" -> {
                in.readLong();
                String operation = in.readString();
                String outcome = in.readString();
                String text = outcome.equals(FixOperations.KEPT)
                        ? "continues in the state that an operator's order has left state=" + operation
                        : "an operator has ordered " + operation + ": " + outcome;
                yield event(in.readString(), text);
            }
            default ->
                throw new FixException("the channel is no journal of an engine, or one of a newer version channel="
                        + cursor.channel() + " call=" + cursor.schema().path() + " known="
                        + FixJournalCalls.class.getName());
        };
    }

    private Optional<Entry> number(String what) {
        long number = in.readLong();
        return event(in.readString(), what + number);
    }

    private Optional<Entry> known() {
        long expected = in.readLong();
        long next = in.readLong();
        for (int i = 0; i < 3; i++) { // when it was active and logged on, and what the application has sent
            in.readLong();
        }
        in.readString();
        return event(in.readString(), "continues: expects number " + expected + ", sends from number " + next);
    }

    private Optional<Entry> event(String session, String what) {
        return session.contains(filter.session()) && !filter.isOfMessages()
                ? Optional.of(new Entry(session, Direction.EVENT, what))
                : Optional.empty();
    }

    private Optional<Entry> message(String session, Direction direction, byte[] bytes) {
        if (!session.contains(filter.session())) {
            return Optional.empty();
        }
        dictionary = dictionaries.apply(session);
        var _ = message.parse(bytes, 0, bytes.length, dictionary);
        boolean fits = (filter.types().isEmpty() || filter.types().contains(message.text(FixTags.MSG_TYPE)))
                && filter.fields().stream().allMatch(this::has)
                && (filter.orders().isEmpty() || isOfOrder());
        return fits
                ? Optional.of(new Entry(session, direction, FixMessageText.line(message, dictionary)))
                : Optional.empty();
    }

    private boolean has(String wanted) {
        int equals = wanted.indexOf('=');
        String name = wanted.substring(0, equals);
        FixField field = FixMessageText.field(dictionary, name);
        if (field == null && !FixMessageText.isTag(name)) {
            throw new IllegalArgumentException("a field is NAME=VALUE or TAG=VALUE of the dictionary field=" + wanted);
        }
        int tag = field == null ? Integer.parseInt(name) : field.tag();
        String value = FixMessageText.code(field, wanted.substring(equals + 1));
        for (int i = 0; i < message.size(); i++) {
            if (message.tag(i) == tag && FixMessageText.value(message, i).equals(value)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the message names one of the orders, and adds its other ids to them. */
    private boolean isOfOrder() {
        boolean found = false;
        for (int tag : ORDER_TAGS) {
            String id = message.text(tag);
            found |= id != null && orders.contains(id);
        }
        for (int i = 0; found && i < ORDER_TAGS.length; i++) {
            String id = message.text(ORDER_TAGS[i]);
            if (id != null && !id.isEmpty() && !id.equals("NONE") && orders.size() < MOST_ORDERS) {
                orders.add(id);
            }
        }
        return found;
    }
}
