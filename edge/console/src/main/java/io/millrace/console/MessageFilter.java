package io.millrace.console;

import io.millrace.channel.ChannelCursor;
import io.millrace.server.RefusedException;
import io.millrace.wire.CallSchema;
import io.millrace.wire.FieldReader;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Selects messages by their call, by a text that they contain, and by some of their fields. For one thread. */
final class MessageFilter {

    /** A field of a longer message is not read, since its value may be as long. */
    private static final int MAX_BYTES = 1 << 20;

    private static final int MAX_SCHEMAS = 1_000;
    private static final int MAX_VALUE = 1_000;
    private static final int MAX_CALLS = 100;
    private static final int MAX_CONDITIONS = 4;

    /** How a field is compared. */
    enum Operation {
        EQ,
        CONTAINS,
        LT,
        GT
    }

    private final Set<String> calls;
    private final String text;
    private final List<Condition> conditions;
    private long tooLong;

    private MessageFilter(Set<String> calls, String text, List<Condition> conditions) {
        this.calls = calls;
        this.text = text;
        this.conditions = conditions;
    }

    /** What a field must be. */
    private static final class Condition {
        final String field;
        final Operation operation;
        final String value;
        final Map<CallSchema, Optional<FieldReader>> readers = new HashMap<>();
        boolean hasField;

        Condition(String field, Operation operation, String value) {
            this.field = field;
            this.operation = operation;
            this.value = value;
        }

        boolean holds(ChannelCursor cursor) {
            if (readers.size() > MAX_SCHEMAS) {
                readers.clear();
            }
            Optional<FieldReader> reader =
                    readers.computeIfAbsent(cursor.schema(), known -> FieldReader.of(known, field));
            hasField |= reader.isPresent();
            return reader.flatMap(each -> each.read(cursor.segment(), cursor.offset(), cursor.length()))
                    .map(this::matches)
                    .orElse(false);
        }

        private boolean matches(String found) {
            return switch (operation) {
                case EQ -> found.equals(value) || compared(found).equals(OptionalInt.of(0));
                case CONTAINS -> found.contains(value);
                case LT -> compared(found).orElse(0) < 0;
                case GT -> compared(found).orElse(0) > 0;
            };
        }

        /** Compares numbers, or times; empty where the two are not of one kind. */
        private OptionalInt compared(String found) {
            if (isNumber(found) && isNumber(value)) {
                return OptionalInt.of(new BigDecimal(found).compareTo(new BigDecimal(value)));
            }
            Optional<Instant> one = time(found);
            Optional<Instant> other = time(value);
            return one.isPresent() && other.isPresent()
                    ? OptionalInt.of(one.get().compareTo(other.get()))
                    : OptionalInt.empty();
        }
    }

    /**
     * Returns the filter of parameters.
     *
     * @param parameter returns a parameter that is there and not empty, by its name: call, text, and up to four
     *     conditions, field, op and value, field2, op2 and value2, and so on
     * @throws RefusedException where they do not fit together
     */
    static MessageFilter of(Function<String, Optional<String>> parameter) {
        Set<String> calls = parameter
                .apply("call")
                .map(text -> Set.copyOf(List.of(text.split(",", MAX_CALLS))))
                .orElse(Set.of());
        String text = parameter.apply("text").orElse("");
        requireShort(text);
        List<Condition> conditions = new ArrayList<>();
        for (int i = 1; i <= MAX_CONDITIONS; i++) {
            condition(parameter, i == 1 ? "" : Integer.toString(i)).ifPresent(conditions::add);
        }
        return new MessageFilter(calls, text, conditions);
    }

    private static Optional<Condition> condition(Function<String, Optional<String>> parameter, String suffix) {
        Optional<String> field = parameter.apply("field" + suffix);
        String op = parameter.apply("op" + suffix).orElse("eq");
        Operation operation = switch (op) {
            case "eq" -> Operation.EQ;
            case "contains" -> Operation.CONTAINS;
            case "lt" -> Operation.LT;
            case "gt" -> Operation.GT;
            default -> throw new RefusedException(400, "op is none of eq, contains, lt and gt op=" + op);
        };
        String value = parameter.apply("value" + suffix).orElse("");
        requireShort(value);
        requireShort(field.orElse(""));
        if (field.isEmpty() && !value.isEmpty()) {
            throw new RefusedException(400, "a value is searched in a field, and none is named value=" + value);
        }
        boolean isOrder = operation == Operation.LT || operation == Operation.GT;
        if (field.isPresent() && isOrder && !isNumber(value) && time(value).isEmpty()) {
            throw new RefusedException(
                    400,
                    "lt and gt compare numbers and times such as 2026-03-01T12:30:00Z, and this is neither value="
                            + value);
        }
        return field.map(name -> new Condition(name, operation, value));
    }

    private static void requireShort(String text) {
        if (text.length() > MAX_VALUE) {
            throw new RefusedException(400, "filter is too long maxChars=" + MAX_VALUE);
        }
    }

    /** Returns whether a field or the whole text is compared. */
    boolean hasCondition() {
        return !conditions.isEmpty() || !text.isEmpty();
    }

    /** Returns a regular expression for texts as YAML that selects the same calls; empty where all are selected. */
    Optional<String> grep() {
        return calls.isEmpty()
                ? Optional.empty()
                : Optional.of(calls.stream().sorted().collect(Collectors.joining("|", "^(", "):")));
    }

    /** Returns whether the call at a cursor is selected. */
    boolean selects(ChannelCursor cursor) {
        if (!calls.isEmpty() && !calls.contains(cursor.schema().methodName())) {
            return false;
        }
        if (!hasCondition()) {
            return true;
        }
        if (!cursor.isReadable()) {
            return false;
        }
        if (cursor.length() > MAX_BYTES) {
            tooLong++;
            return false;
        }
        boolean holds = true;
        for (Condition condition : conditions) {
            holds &= condition.holds(cursor); // all, so that it is known whether there are such fields
        }
        return holds && (text.isEmpty() || cursor.yaml().contains(text));
    }

    /** Returns the fields that are searched for and that no call which was looked at has. */
    List<String> missingFields() {
        return conditions.stream()
                .filter(each -> !each.hasField)
                .map(each -> each.field)
                .toList();
    }

    /** Returns how many messages were not searched, because they are too long. */
    long tooLong() {
        return tooLong;
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /** Returns whether a text is a number that is compared as one; the length of exponents is bounded too. */
    private static boolean isNumber(String text) {
        return text.length() <= 60 && text.matches("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");
    }
}
