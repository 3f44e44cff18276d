package io.millrace.topology;

import java.util.List;
import java.util.Objects;

/** A value for a constructor, as text that is converted to the type of the constructor's parameter. */
public sealed interface Argument {
    /**
     * One value.
     *
     * @param value its text
     */
    record Text(String value) implements Argument {
        /** Checks that the text is not null. */
        public Text {
            Objects.requireNonNull(value, "value");
        }
    }

    /**
     * Several values.
     *
     * @param values their texts, in order
     */
    record Items(List<String> values) implements Argument {
        /** Takes a copy. */
        public Items {
            values = List.copyOf(values);
        }
    }

    /**
     * Returns the argument for a Java value.
     *
     * @param value a list for {@link Items}, anything else for {@link Text}
     * @return the argument
     */
    static Argument of(Object value) {
        if (value instanceof List<?> list) {
            return new Items(list.stream().map(Argument::text).toList());
        }
        return new Text(text(value));
    }

    private static String text(Object value) {
        return value instanceof Class<?> type ? type.getName() : String.valueOf(value);
    }
}
