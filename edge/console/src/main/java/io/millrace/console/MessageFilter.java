package io.millrace.console;

import io.millrace.channel.ChannelCursor;
import io.millrace.server.RefusedException;
import io.millrace.wire.CallSchema;
import io.millrace.wire.FieldReader;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Selects messages by their call and one of their fields. For one thread. */
final class MessageFilter {

    /** A field of a longer message is not read, since its value may be as long. */
    private static final int MAX_BYTES = 1 << 20;

    private static final int MAX_SCHEMAS = 1_000;
    private static final int MAX_VALUE = 1_000;
    private static final int MAX_CALLS = 100;

    /** How a field is compared. */
    enum Operation {
        EQ,
        CONTAINS,
        LT,
        GT
    }

    private final Set<String> calls;
    private final Optional<String> field;
    private final Operation operation;
    private final String value;
    private final Map<CallSchema, Optional<FieldReader>> readers = new HashMap<>();
    private long tooLong;

    private MessageFilter(Set<String> calls, Optional<String> field, Operation operation, String value) {
        this.calls = calls;
        this.field = field;
        this.operation = operation;
        this.value = value;
    }

    /**
     * Returns the filter of parameters.
     *
     * @param parameter returns a parameter that is there and not empty, by its name: call, field, op, value
     * @throws RefusedException where they do not fit together
     */
    static MessageFilter of(Function<String, Optional<String>> parameter) {
        Set<String> calls = parameter
                .apply("call")
                .map(text -> Set.copyOf(List.of(text.split(",", MAX_CALLS))))
                .orElse(Set.of());
        Optional<String> field = parameter.apply("field");
        String op = parameter.apply("op").orElse("eq");
        Operation operation = switch (op) {
            case "eq" -> Operation.EQ;
            case "contains" -> Operation.CONTAINS;
            case "lt" -> Operation.LT;
            case "gt" -> Operation.GT;
            default -> throw new RefusedException(400, "op is none of eq, contains, lt and gt op=" + op);
        };
        String value = parameter.apply("value").orElse("");
        if (value.length() > MAX_VALUE || field.orElse("").length() > MAX_VALUE) {
            throw new RefusedException(400, "filter is too long maxChars=" + MAX_VALUE);
        }
        return new MessageFilter(calls, field, operation, value);
    }

    boolean selectsAll() {
        return calls.isEmpty() && field.isEmpty();
    }

    /** Returns whether the call at a cursor is selected. */
    boolean selects(ChannelCursor cursor) {
        CallSchema schema = cursor.schema();
        if (!calls.isEmpty() && !calls.contains(schema.methodName())) {
            return false;
        }
        if (field.isEmpty()) {
            return true;
        }
        if (!cursor.isReadable()) {
            return false;
        }
        if (cursor.length() > MAX_BYTES) {
            tooLong++;
            return false;
        }
        if (readers.size() > MAX_SCHEMAS) {
            readers.clear();
        }
        return readers.computeIfAbsent(schema, known -> FieldReader.of(known, field.get()))
                .flatMap(reader -> reader.read(cursor.segment(), cursor.offset(), cursor.length()))
                .map(this::matches)
                .orElse(false);
    }

    /** Returns how many messages were not searched for the field, because they are too long. */
    long tooLong() {
        return tooLong;
    }

    private boolean matches(String found) {
        return switch (operation) {
            case EQ -> found.equals(value) || (isNumber(found) && isNumber(value) && compared(found) == 0);
            case CONTAINS -> found.contains(value);
            case LT -> compared(found) < 0;
            case GT -> compared(found) > 0;
        };
    }

    /** Compares as numbers or times where both are, else as texts. */
    private int compared(String found) {
        if (isNumber(found) && isNumber(value)) {
            return new BigDecimal(found).compareTo(new BigDecimal(value));
        }
        try {
            return Instant.parse(found).compareTo(Instant.parse(value));
        } catch (DateTimeException _) {
            return found.compareTo(value);
        }
    }

    /** Returns whether a text is a number that is compared as one; the length of exponents is bounded too. */
    private static boolean isNumber(String text) {
        return text.length() <= 60 && text.matches("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");
    }
}
