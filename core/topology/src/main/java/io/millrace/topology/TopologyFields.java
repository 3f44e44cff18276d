package io.millrace.topology;

import io.millrace.service.NearestName;
import io.millrace.text.YamlTree;
import io.millrace.text.YamlTree.Entry;
import io.millrace.text.YamlTree.Fields;
import io.millrace.text.YamlTree.Items;
import io.millrace.text.YamlTree.Text;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;

/** One map of a topology file whose keys are known, and the conversion of its values. */
final class TopologyFields {
    private final String file;
    private final String what;
    private final Fields fields;

    private TopologyFields(String file, String what, Fields fields) {
        this.file = file;
        this.what = what;
        this.fields = fields;
    }

    /** Checks that a node is a map, or nothing, with no key but the known ones. */
    static TopologyFields of(String file, String what, YamlTree node, String... known) {
        if (node instanceof Text text && text.isNull()) {
            return new TopologyFields(
                    file, what, new Fields(new LinkedHashMap<>(), Optional.empty(), node.line(), node.column()));
        }
        if (!(node instanceof Fields fields)) {
            throw problem(file, node, what + " is not a map of " + String.join(", ", known));
        }
        List<String> right = Arrays.asList(known);
        fields.entries().forEach((name, entry) -> {
            if (!right.contains(name)) {
                throw problem(file, entry.key(), what + " has the unknown key=" + name + NearestName.hint(name, right));
            }
        });
        return new TopologyFields(file, what, fields);
    }

    static TopologyException problem(String file, YamlTree node, String message) {
        return new TopologyException(file + ":" + node.line() + ":" + node.column() + ": " + message);
    }

    /** An error at the value of a key. */
    TopologyException problem(String key, String message) {
        Entry entry = fields.entries().get(key);
        return problem(file, entry == null ? fields : entry.value(), what + " " + message);
    }

    /** The text of an item of a list. */
    static String itemText(String file, String what, YamlTree item) {
        if (item instanceof Text text && !text.isNull()) {
            return text.value();
        }
        throw problem(file, item, what + " has an item that is not one value");
    }

    int size() {
        return fields.entries().size();
    }

    boolean has(String key) {
        return fields.entries().containsKey(key);
    }

    Optional<YamlTree> node(String key) {
        return Optional.ofNullable(fields.entries().get(key)).map(Entry::value);
    }

    Optional<String> text(String key) {
        Optional<YamlTree> node = node(key);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        if (!(node.get() instanceof Text text)) {
            throw problem(key, "key=" + key + " needs one value");
        }
        return text.isNull() ? Optional.empty() : Optional.of(text.value());
    }

    String required(String key) {
        return text(key).orElseThrow(() -> problem(key, "key=" + key + " needs a value"));
    }

    /** A list of texts, which may be written as one text where it has one item. */
    List<String> texts(String key) {
        Optional<YamlTree> node = node(key);
        return switch (node.orElse(null)) {
            case null -> List.of();
            case Text text -> text.isNull() ? List.of() : List.of(text.value());
            case Items items ->
                items.items().stream()
                        .map(item -> itemText(file, what + " key=" + key, item))
                        .toList();
            case Fields ignored -> throw problem(key, "key=" + key + " needs a list");
        };
    }

    SequencedMap<String, Entry> map(String key) {
        Optional<YamlTree> node = node(key);
        if (node.isEmpty() || (node.get() instanceof Text text && text.isNull())) {
            return new LinkedHashMap<>();
        }
        if (!(node.get() instanceof Fields map)) {
            throw problem(key, "key=" + key + " needs a map");
        }
        return map.entries();
    }

    /** A constant of an enum, in any case and with - or _ between words. */
    <E extends Enum<E>> Optional<E> constant(String key, Class<E> type) {
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
        List<String> right =
                Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
        List<String> shown = type == ParameterType.class || type == ChannelKind.class
                ? right.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList()
                : right;
        throw problem(key, key + "=" + text.get() + " is unknown" + NearestName.hint(text.get(), shown));
    }

    long number(String key, long least, long greatest) {
        String text = required(key);
        try {
            long value = Long.parseLong(text.replace("_", ""));
            if (value >= least && value <= greatest) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new TopologyException(
                    problem(key, key + "=" + text + " is not a whole number").getMessage(), e);
        }
        throw problem(key, key + "=" + text + " is not between " + least + " and " + greatest);
    }

    /** Refuses keys that make no sense here. */
    void refuse(String why, String... keys) {
        for (String key : keys) {
            if (has(key)) {
                throw problem(key, "key=" + key + " has no meaning: " + why);
            }
        }
    }
}
