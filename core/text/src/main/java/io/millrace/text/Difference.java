package io.millrace.text;

import io.millrace.text.YamlTree.Entry;
import io.millrace.text.YamlTree.Fields;
import io.millrace.text.YamlTree.Items;
import io.millrace.text.YamlTree.Text;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimits;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A difference between two messages: a field that differs, or an element that only one of two sequences has. Sequences
 * are compared along their longest common subsequence, so an element inserted at the front is one difference and not as
 * many as there are elements.
 *
 * <p>The texts are compared, so this works for messages of any classes, without their classes, and for any YAML.
 *
 * @param path the path of the difference, such as {@code legs[2].price}, with elements counted from 0 in the
 *     message that has them; empty if the messages have nothing in common
 * @param left the value in the first message, if any
 * @param right the value in the second message, if any
 */
public record Difference(String path, Optional<YamlTree> left, Optional<YamlTree> right) {
    /** Above this number of elements between the equal ones at both ends, sequences are compared by index. */
    private static final int MAX_ALIGNED = 2_000;

    /** The text of a message may be longer and deeper than the message itself. */
    private static final WireLimits LIMITS =
            WireLimits.defaults().withMaxMessageBytes(WireLimits.MAX_TEXT_BYTES).withMaxDepth(1_000);

    /** Checks that no value is null. */
    public Difference {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(left, "left");
        Objects.requireNonNull(right, "right");
    }

    /**
     * Elements of two sequences that correspond to each other.
     *
     * @param left the index in the first one, or -1 if only the second has the element
     * @param right the index in the second one, or -1 if only the first has the element
     */
    public record Pair(int left, int right) {}

    /**
     * Returns all differences between two texts, in the order of the first, and for mappings then in that of the
     * second.
     */
    public static List<Difference> between(YamlTree left, YamlTree right) {
        List<Difference> found = new ArrayList<>();
        compare("", left, right, found);
        return List.copyOf(found);
    }

    /**
     * Returns all differences between two YAML texts of at most one document each, such as those of {@link
     * Yaml#toYaml}.
     *
     * @throws WireException if one of them is not YAML
     */
    public static List<Difference> ofTexts(String left, String right) {
        return between(tree(left), tree(right));
    }

    private static YamlTree tree(String text) {
        return YamlTree.parse(text, LIMITS)
                .orElseGet(() -> new Text("", YamlTree.Meaning.NULL, Optional.empty(), 1, 1));
    }

    private static void compare(String path, YamlTree left, YamlTree right, List<Difference> found) {
        if (left instanceof Fields one
                && right instanceof Fields other
                && one.tag().equals(other.tag())) {
            compareFields(path, one, other, found);
        } else if (left instanceof Items one
                && right instanceof Items other
                && one.tag().equals(other.tag())) {
            compareItems(path, one.items(), other.items(), found);
        } else if (!text(left).equals(text(right))) {
            found.add(new Difference(path, Optional.of(left), Optional.of(right)));
        }
    }

    private static void compareFields(String path, Fields left, Fields right, List<Difference> found) {
        Set<String> keys = new LinkedHashSet<>(left.entries().keySet());
        keys.addAll(right.entries().keySet());
        for (String key : keys) {
            String childPath = path.isEmpty() ? key(key) : path + "." + key(key);
            Entry one = left.entries().get(key);
            Entry other = right.entries().get(key);
            if (one != null && other != null) {
                compare(childPath, one.value(), other.value(), found);
            } else {
                found.add(new Difference(
                        childPath,
                        Optional.ofNullable(one).map(Entry::value),
                        Optional.ofNullable(other).map(Entry::value)));
            }
        }
    }

    private static void compareItems(String path, List<YamlTree> left, List<YamlTree> right, List<Difference> found) {
        for (Pair pair : align(left, right)) {
            if (pair.left() < 0) {
                String childPath = path + "[" + pair.right() + "]";
                found.add(new Difference(childPath, Optional.empty(), Optional.of(right.get(pair.right()))));
            } else if (pair.right() < 0) {
                String childPath = path + "[" + pair.left() + "]";
                found.add(new Difference(childPath, Optional.of(left.get(pair.left())), Optional.empty()));
            } else {
                compare(path + "[" + pair.left() + "]", left.get(pair.left()), right.get(pair.right()), found);
            }
        }
    }

    /**
     * Returns which elements of two sequences correspond: those of a longest common subsequence, and between them
     * similar ones, which for mappings means that they have a key in common. Time and memory grow with the product of
     * the lengths, up to 2,000 elements without the equal ones at both ends; longer sequences are paired by index.
     *
     * @param left the elements of the first
     * @param right the elements of the second
     * @return every element once, in order
     */
    public static List<Pair> align(List<YamlTree> left, List<YamlTree> right) {
        List<String> ones = left.stream().map(Difference::text).toList();
        List<String> others = right.stream().map(Difference::text).toList();
        int start = 0;
        int end = ones.size();
        int otherEnd = others.size();
        List<Pair> pairs = new ArrayList<>();
        while (start < Math.min(end, otherEnd) && ones.get(start).equals(others.get(start))) {
            pairs.add(new Pair(start, start++));
        }
        while (Math.min(end, otherEnd) > start && ones.get(end - 1).equals(others.get(otherEnd - 1))) {
            end--;
            otherEnd--;
        }
        int one = start;
        int other = start;
        if (Math.max(end, otherEnd) - start <= MAX_ALIGNED) {
            for (Pair common : common(ones.subList(start, end), others.subList(start, otherEnd))) {
                pairInOrder(one, start + common.left(), other, start + common.right(), left, right, pairs);
                one = start + common.left() + 1;
                other = start + common.right() + 1;
                pairs.add(new Pair(one - 1, other - 1));
            }
        }
        pairInOrder(one, end, other, otherEnd, left, right, pairs);
        for (int i = 0; i < ones.size() - end; i++) {
            pairs.add(new Pair(end + i, otherEnd + i));
        }
        return pairs;
    }

    /** Returns a longest common subsequence. */
    private static List<Pair> common(List<String> ones, List<String> others) {
        int[][] lengths = new int[ones.size() + 1][others.size() + 1];
        for (int i = ones.size() - 1; i >= 0; i--) {
            for (int j = others.size() - 1; j >= 0; j--) {
                lengths[i][j] = ones.get(i).equals(others.get(j))
                        ? lengths[i + 1][j + 1] + 1
                        : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
            }
        }
        List<Pair> pairs = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < ones.size() && j < others.size()) {
            if (ones.get(i).equals(others.get(j))) {
                pairs.add(new Pair(i++, j++));
            } else if (lengths[i + 1][j] >= lengths[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
        return pairs;
    }

    private static void pairInOrder(
            int left, int leftEnd, int right, int rightEnd, List<YamlTree> ones, List<YamlTree> others, List<Pair> to) {
        int i = left;
        int j = right;
        while (i < leftEnd || j < rightEnd) {
            if (i < leftEnd && j < rightEnd && alike(ones.get(i), others.get(j))) {
                to.add(new Pair(i++, j++));
                continue;
            }
            if (i < leftEnd) {
                to.add(new Pair(i++, -1));
            }
            if (j < rightEnd) {
                to.add(new Pair(-1, j++));
            }
        }
    }

    private static boolean alike(YamlTree one, YamlTree other) {
        if (one instanceof Fields left && other instanceof Fields right) {
            return left.tag().equals(right.tag())
                    && left.entries().keySet().stream().anyMatch(right.entries()::containsKey);
        }
        return one.getClass() == other.getClass() && one.tag().equals(other.tag());
    }

    /** Returns a value on one line, as YAML between brackets. */
    public static String text(YamlTree value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    private static void append(StringBuilder out, YamlTree value) {
        value.tag().ifPresent(tag -> out.append(tag).append(' '));
        switch (value) {
            case Text text
            when text.meaning() == YamlTree.Meaning.STRING && text.tag().isEmpty() ->
                out.append(YamlStrings.text(text.value(), YamlStrings.Context.FLOW));
            case Text text -> out.append(text.isNull() ? "null" : text.value());
            case Items items -> {
                String separator = "[";
                for (YamlTree item : items.items()) {
                    out.append(separator);
                    append(out, item);
                    separator = ", ";
                }
                out.append(items.items().isEmpty() ? "[]" : "]");
            }
            case Fields fields -> {
                String separator = "{";
                for (Entry entry : fields.entries().values()) {
                    out.append(separator).append(key(entry.key().value())).append(": ");
                    append(out, entry.value());
                    separator = ", ";
                }
                out.append(fields.entries().isEmpty() ? "{}" : "}");
            }
        }
    }

    private static String key(String key) {
        return YamlStrings.text(key, YamlStrings.Context.FLOW);
    }

    /**
     * Returns the path and both values on one line, such as {@code legs[2].price: 1.5 -> 2.5}; a missing value is
     * empty.
     */
    @Override
    public String toString() {
        return (path.isEmpty() ? "" : path + ": ") + shown(left) + " -> " + shown(right);
    }

    private static String shown(Optional<YamlTree> value) {
        return value.map(Difference::text).orElse("nothing");
    }
}
