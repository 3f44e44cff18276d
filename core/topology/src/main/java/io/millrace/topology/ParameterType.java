package io.millrace.topology;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The type of a parameter of a topology. */
public enum ParameterType {
    /** Any text. */
    STRING,
    /** A whole number of 32 bits. */
    INT,
    /** A whole number of 64 bits. */
    LONG,
    /** A floating-point number of 64 bits. */
    DOUBLE,
    /** {@code true} or {@code false}. */
    BOOLEAN,
    /** A file or directory; a default is relative to the topology file, a given value to the working directory. */
    PATH,
    /**
     * A number and a unit ({@code 250ms}, {@code 10s}, {@code 5m}, {@code 1h}, {@code 1d}), or ISO 8601 such as
     * {@code PT10S}.
     */
    DURATION,
    /** One of the values that the topology names. */
    CHOICE;

    private static final Pattern DURATION_TEXT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?(ns|us|ms|s|m|h|d)");

    /**
     * Returns the name of this type in topology files and help texts.
     *
     * @return the name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the text is a value of this type; a choice and a string take any. */
    boolean accepts(String text) {
        try {
            Object value = switch (this) {
                case INT -> Integer.parseInt(text);
                case LONG -> Long.parseLong(text);
                case DOUBLE -> Double.parseDouble(text);
                case PATH -> Path.of(text);
                case DURATION -> duration(text);
                case BOOLEAN -> text.equals("true") || text.equals("false");
                case STRING, CHOICE -> text;
            };
            return !value.equals(false);
        } catch (NumberFormatException | InvalidPathException | DateTimeParseException | ArithmeticException e) {
            return false;
        }
    }

    /** Reads a duration in either form; a text that is neither is a {@link DateTimeParseException}. */
    static Duration duration(String text) {
        Matcher matcher = DURATION_TEXT.matcher(text);
        if (!matcher.matches()) {
            return Duration.parse(text);
        }
        long unitNs = switch (matcher.group(2)) {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> 86_400_000_000_000L;
        };
        BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unitNs));
        return Duration.ofNanos(nanos.longValueExact());
    }
}
