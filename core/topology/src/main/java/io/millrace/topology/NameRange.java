package io.millrace.topology;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A range of numbers in a name of a file, such as {@code trades-[0-3]}: it stands for one name for each number.
 *
 * @param text the range as it is written, with its brackets
 * @param from the first number
 * @param to the last number
 */
record NameRange(String text, int from, int to) {
    /** Bounds what one line of a file can make. */
    static final int MAX_NAMES = 1_000;

    private static final Pattern RANGE = Pattern.compile("\\[([0-9]{1,9})-([0-9]{1,9})\\]");

    /**
     * Returns the range in a name; empty where it has none.
     *
     * @throws IllegalArgumentException where it has several, or one that goes down or is too long
     */
    static Optional<NameRange> in(String name) {
        Matcher found = RANGE.matcher(name);
        if (!found.find()) {
            return Optional.empty();
        }
        NameRange range =
                new NameRange(found.group(), Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)));
        if (found.find()) {
            throw new IllegalArgumentException("name=" + name + " has several ranges");
        }
        if (range.from > range.to || range.to - range.from >= MAX_NAMES) {
            throw new IllegalArgumentException(
                    "name=" + name + " has a range that is not from 1 to " + MAX_NAMES + " numbers");
        }
        return Optional.of(range);
    }

    /** Returns the names that a name stands for: itself where it has no range. */
    static List<String> names(String name) {
        return in(name).map(range -> IntStream.rangeClosed(range.from, range.to)
                        .mapToObj(number -> range.with(number, name))
                        .toList())
                .orElseGet(() -> List.of(name));
    }

    /** Returns the names that several stand for, in order. */
    static List<String> names(List<String> all) {
        return all.stream().flatMap(name -> names(name).stream()).toList();
    }

    /** Returns a text with a number in place of this range. */
    String with(int number, String in) {
        return in.replace(text, Integer.toString(number));
    }
}
