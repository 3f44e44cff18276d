package io.millrace.topology;

import io.millrace.text.NearestName;
import io.millrace.text.YamlTree;
import io.millrace.text.YamlTree.Entry;
import io.millrace.text.YamlTree.Fields;
import io.millrace.text.YamlTree.Items;
import io.millrace.text.YamlTree.Text;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A map in a file of YAML that a user writes, read strictly: an unknown key and a value of the wrong type are errors
 * with the file, the line, the column and the nearest valid name. The exception type is that of the file's reader.
 * Immutable.
 */
public final class YamlFields {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9}) ?(B|KiB|MiB|GiB)");

    private final YamlFile file;
    private final String what;
    private final YamlTree at;
    private final Fields fields;

    /** What replaces parameters in texts; throws {@link IllegalArgumentException} for one that is not known. */
    private final UnaryOperator<String> parameters;

    private YamlFields(YamlFile file, String what, YamlTree at, Fields fields, UnaryOperator<String> parameters) {
        this.file = file;
        this.what = what;
        this.at = at;
        this.fields = fields;
        this.parameters = parameters;
    }

    /**
     * Reads a file that is one map.
     *
     * @param path the file, at most 1 MiB of UTF-8
     * @param kind what the file is, for messages, as in {@code topology}
     * @param errors creates an exception from a message and a cause, which may be null
     * @return the map, with any keys
     */
    public static YamlFields read(
            Path path, String kind, BiFunction<String, Throwable, ? extends RuntimeException> errors) {
        YamlFile file = YamlFile.of(path, kind, errors);
        Fields root = file.parse(path);
        return new YamlFields(file, "the " + kind, root, root, UnaryOperator.identity());
    }

    private YamlFields inner(String name, YamlTree position, YamlTree node) {
        if (node instanceof Text text && text.isNull()) {
            Fields none = new Fields(new LinkedHashMap<>(), Optional.empty(), node.line(), node.column());
            return new YamlFields(file, name, position, none, parameters);
        }
        if (node instanceof Fields inner) {
            return new YamlFields(file, name, position, inner, parameters);
        }
        throw file.problem(node, name + " needs a map", null);
    }

    /**
     * Refuses all keys but these.
     *
     * @param known the keys that the map may have
     * @return this
     */
    public YamlFields only(String... known) {
        return only(Arrays.asList(known));
    }

    /**
     * Refuses all keys but these.
     *
     * @param known the keys that the map may have
     * @return this
     */
    public YamlFields only(Collection<String> known) {
        fields.entries().forEach((name, entry) -> {
            if (!known.contains(name)) {
                throw unknown(name, NearestName.hint(name, known));
            }
        });
        return this;
    }

    /** Returns the error of a key that is not known, with a hint. */
    RuntimeException unknown(String key, String hint) {
        Entry entry = fields.entries().get(key);
        return file.problem(entry.key(), what + " has the unknown key=" + key + hint, null);
    }

    /**
     * Returns an error at the value of a key, or at the map where it has no such key.
     *
     * @param key the key
     * @param message what is wrong, as a sentence whose subject is this map
     * @return the exception, not thrown
     */
    public RuntimeException problem(String key, String message) {
        return problem(key, message, null);
    }

    private RuntimeException problem(String key, String message, Throwable cause) {
        Entry entry = fields.entries().get(key);
        return file.problem(entry == null ? fields : entry.value(), what + " " + message, cause);
    }

    /**
     * Returns what a supplier makes of the values; its exceptions become errors at a key.
     *
     * @param key the key
     * @param maker makes the value
     * @param refused whether an exception refuses the values; others are thrown on
     * @return what it has made
     * @param <T> the type of that
     */
    public <T> T at(String key, Supplier<T> maker, Predicate<RuntimeException> refused) {
        try {
            return maker.get();
        } catch (RuntimeException e) {
            String message = String.valueOf(e.getMessage());
            if (message.startsWith(file.shown() + ":") || !refused.test(e)) {
                throw e;
            }
            throw problem(key, message, e);
        }
    }

    /** Returns the position of the map in the file, as {@code file:line:column}. */
    public String position() {
        return file.position(at);
    }

    /** Returns the keys, in the order of the file. */
    public SequencedSet<String> keys() {
        return Collections.unmodifiableSequencedSet(fields.entries().sequencedKeySet());
    }

    /** Returns whether the map has a key, with a value or without. */
    public boolean has(String key) {
        return fields.entries().containsKey(key);
    }

    /** Returns whether the value of a key is a list. */
    public boolean isList(String key) {
        return has(key) && fields.entries().get(key).value() instanceof Items;
    }

    private Optional<YamlTree> node(String key) {
        return Optional.ofNullable(fields.entries().get(key)).map(Entry::value);
    }

    /**
     * Returns the text of a key.
     *
     * @param key the key
     * @return the value as it is written; empty where the key is missing or has no value
     */
    public Optional<String> text(String key) {
        Optional<YamlTree> node = node(key);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        if (!(node.get() instanceof Text text)) {
            throw problem(key, "needs one value key=" + key);
        }
        return text.isNull() ? Optional.empty() : Optional.of(value(text));
    }

    /**
     * Returns the text of a key that must be given.
     *
     * @param key the key
     * @return the value as it is written
     */
    public String required(String key) {
        return text(key).orElseThrow(() -> problem(key, "needs a value key=" + key));
    }

    /**
     * Returns a list of texts, which may be written as one text where it has one item.
     *
     * @param key the key
     * @return the items; empty where the key is missing
     */
    public List<String> texts(String key) {
        return switch (node(key).orElse(null)) {
            case null -> List.of();
            case Text text -> text.isNull() ? List.of() : List.of(value(text));
            case Items items ->
                items.items().stream().map(item -> itemText(key, item)).toList();
            case Fields ignored -> throw problem(key, "needs a list key=" + key);
        };
    }

    private String itemText(String key, YamlTree item) {
        if (item instanceof Text text && !text.isNull()) {
            return value(text);
        }
        throw file.problem(item, what + " has an item that is not one value key=" + key, null);
    }

    private String value(Text text) {
        try {
            return parameters.apply(text.value());
        } catch (IllegalArgumentException e) {
            throw file.problem(text, what + " " + e.getMessage(), e);
        }
    }

    /**
     * Returns the map of a key.
     *
     * @param key the key
     * @param known the keys that the inner map may have; any where none is named
     * @return the inner map; empty where the key is missing
     */
    public Optional<YamlFields> fields(String key, String... known) {
        return Optional.ofNullable(fields.entries().get(key)).map(entry -> {
            YamlFields inner = inner(what + " " + key, entry.key(), entry.value());
            return known.length == 0 ? inner : inner.only(known);
        });
    }

    /**
     * Returns maps by names that the user chooses, as in {@code channels}.
     *
     * @param key the key, whose value is a map of maps
     * @return the inner maps by name, in the order of the file; none where the key is missing
     */
    public SequencedMap<String, YamlFields> named(String key) {
        return fields(key).map(inner -> inner.all(singular(key))).orElseGet(LinkedHashMap::new);
    }

    /**
     * Returns the maps that this map consists of, by names that the user chooses.
     *
     * @param each what each of them is, as in {@code channel}
     * @return the inner maps by name, in the order of the file
     */
    public SequencedMap<String, YamlFields> all(String each) {
        SequencedMap<String, YamlFields> all = new LinkedHashMap<>();
        fields.entries().forEach((name, entry) -> all.put(name, inner(each + "=" + name, entry.key(), entry.value())));
        return all;
    }

    /** Returns the map of a key, or an empty one, which messages call by the key alone; its parameters are replaced. */
    YamlFields section(String key, UnaryOperator<String> values) {
        Entry entry = fields.entries().get(key);
        return new YamlFields(file, what, at, fields, values).inner(key, entry.key(), entry.value());
    }

    private static String singular(String key) {
        return key.endsWith("s") ? key.substring(0, key.length() - 1) : key;
    }

    /**
     * Returns a constant of an enum, written in any case and with {@code -} or {@code _} between words.
     *
     * @param key the key
     * @param type the enum
     * @return the constant; empty where the key is missing
     * @param <E> the enum
     */
    public <E extends Enum<E>> Optional<E> constant(String key, Class<E> type) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String wanted = text.get().toUpperCase(Locale.ROOT).replace('-', '_');
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(wanted)) {
                return Optional.of(constant);
            }
        }
        boolean lower = text.get().equals(text.get().toLowerCase(Locale.ROOT));
        List<String> valid = Arrays.stream(type.getEnumConstants())
                .map(constant -> lower ? constant.name().toLowerCase(Locale.ROOT) : constant.name())
                .toList();
        throw problem(key, key + "=" + text.get() + " is unknown" + NearestName.hint(text.get(), valid));
    }

    /**
     * Returns whether a key is {@code true}.
     *
     * @param key the key
     * @return the value; empty where the key is missing
     */
    public Optional<Boolean> truth(String key) {
        return text(key).map(text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw problem(key, key + "=" + text + " is neither true nor false");
        });
    }

    /**
     * Returns a whole number that must be given; {@code _} may separate digits.
     *
     * @param key the key
     * @param least the least value
     * @param greatest the greatest value
     * @return the number
     */
    public long number(String key, long least, long greatest) {
        required(key);
        return optionalNumber(key, least, greatest).orElseThrow();
    }

    /**
     * Returns a whole number; {@code _} may separate digits.
     *
     * @param key the key
     * @param least the least value
     * @param greatest the greatest value
     * @return the number; empty where the key is missing
     */
    public OptionalLong optionalNumber(String key, long least, long greatest) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        long value;
        try {
            value = Long.parseLong(text.get().replace("_", ""));
        } catch (NumberFormatException e) {
            throw problem(key, key + "=" + text.get() + " is not a whole number", e);
        }
        if (value < least || value > greatest) {
            throw problem(key, key + "=" + text.get() + " is not between " + least + " and " + greatest);
        }
        return OptionalLong.of(value);
    }

    /**
     * Returns a number with or without a fraction.
     *
     * @param key the key
     * @param otherwise the value where the key is missing
     * @return the number
     */
    public double decimal(String key, double otherwise) {
        Optional<String> text = text(key);
        try {
            return text.map(Double::parseDouble).orElse(otherwise);
        } catch (NumberFormatException e) {
            throw problem(key, key + "=" + text.get() + " is not a number", e);
        }
    }

    /**
     * Returns a duration, such as {@code 250ms}, {@code 10s}, {@code 36h}, {@code 7d} or {@code PT10S}.
     *
     * @param key the key
     * @return the duration; empty where the key is missing
     */
    public Optional<Duration> duration(String key) {
        return text(key).map(text -> {
            if (!ParameterType.DURATION.accepts(text)) {
                throw problem(key, key + "=" + text + " is not a duration such as 250ms, 10s, 36h or 7d");
            }
            return ParameterType.duration(text);
        });
    }

    /**
     * Returns a size, such as {@code 512B}, {@code 64KiB}, {@code 64MiB} or {@code 1GiB}.
     *
     * @param key the key
     * @return the size in bytes; empty where the key is missing
     */
    public OptionalLong sizeBytes(String key) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        Matcher matcher = SIZE.matcher(text.get());
        if (!matcher.matches()) {
            throw problem(key, key + "=" + text.get() + " is not a size such as 64KiB, 64MiB or 1GiB");
        }
        long number = Long.parseLong(matcher.group(1));
        return OptionalLong.of(
                switch (matcher.group(2)) {
                    case "B" -> number;
                    case "KiB" -> number << 10;
                    case "MiB" -> number << 20;
                    default -> number << 30;
                });
    }

    /**
     * Refuses keys that have no meaning beside another one.
     *
     * @param why why they have none
     * @param keys the keys
     */
    public void refuse(String why, String... keys) {
        for (String key : keys) {
            if (has(key)) {
                throw problem(key, "key=" + key + " has no meaning: " + why);
            }
        }
    }
}
