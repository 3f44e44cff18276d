package io.millrace.load;

import io.millrace.measure.MeasureException;
import io.millrace.text.YamlTree;
import io.millrace.text.YamlTree.Entry;
import io.millrace.text.YamlTree.Fields;
import io.millrace.text.YamlTree.Items;
import io.millrace.text.YamlTree.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;

/** One map of a workload file, and the conversion of its values; errors name file, line and column. */
final class WorkloadFields {
    private final String file;
    private final String what;
    private final Fields fields;

    private WorkloadFields(String file, String what, Fields fields) {
        this.file = file;
        this.what = what;
        this.fields = fields;
    }

    /** Checks that a node is a map, with no key but the known ones; where none are named, every key is known. */
    static WorkloadFields of(String file, String what, YamlTree node, String... known) {
        YamlTree map = node instanceof Text text && text.isNull()
                ? new Fields(new LinkedHashMap<>(), Optional.empty(), node.line(), node.column())
                : node;
        if (!(map instanceof Fields fields)) {
            throw problem(file, node, what + " is no map");
        }
        WorkloadFields checked = new WorkloadFields(file, what, fields);
        return known.length == 0 ? checked : checked.only(known);
    }

    private static LoadException problem(String file, YamlTree node, String message) {
        return new LoadException(file + ":" + node.line() + ":" + node.column() + ": " + message);
    }

    /** Returns an error at the value of a key, or at the whole where it is not there. */
    LoadException problem(String key, String message) {
        Entry entry = fields.entries().get(key);
        return problem(file, entry == null ? fields : entry.value(), what + " " + message);
    }

    /** Refuses all keys but these. */
    WorkloadFields only(String... known) {
        List<String> right = Arrays.asList(known);
        fields.entries().forEach((name, entry) -> {
            if (!right.contains(name)) {
                throw problem(file, entry.key(), what + " has an unknown key=" + name + " known=" + right);
            }
        });
        return this;
    }

    /** Creates an object from the values; a refusal names the location of a key. */
    <T> T at(String key, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (MeasureException | LoadException e) {
            if (e.getMessage().startsWith(file + ":")) {
                throw e;
            }
            throw new LoadException(problem(key, e.getMessage()).getMessage(), e);
        }
    }

    Set<String> keys() {
        return fields.entries().keySet();
    }

    Optional<String> text(String key) {
        Entry entry = fields.entries().get(key);
        if (entry == null) {
            return Optional.empty();
        }
        if (!(entry.value() instanceof Text text)) {
            throw problem(key, "needs a single value key=" + key);
        }
        return text.isNull() ? Optional.empty() : Optional.of(text.value());
    }

    /** Returns a list of texts, which may be written as one text where it has one item. */
    List<String> texts(String key) {
        Entry entry = fields.entries().get(key);
        if (entry == null || (entry.value() instanceof Text text && text.isNull())) {
            return List.of();
        }
        if (entry.value() instanceof Text text) {
            return List.of(text.value());
        }
        List<String> texts = new ArrayList<>();
        if (entry.value() instanceof Items items) {
            for (YamlTree item : items.items()) {
                if (!(item instanceof Text text)) {
                    throw problem(file, item, what + " has an item that is not a single value key=" + key);
                }
                texts.add(text.value());
            }
            return texts;
        }
        throw problem(key, "needs a list key=" + key);
    }

    SequencedMap<String, Entry> map(String key) {
        Entry entry = fields.entries().get(key);
        if (entry == null || (entry.value() instanceof Text text && text.isNull())) {
            return new LinkedHashMap<>();
        }
        if (entry.value() instanceof Fields map) {
            return map.entries();
        }
        throw problem(key, "needs a map key=" + key);
    }

    long whole(String key) {
        if (text(key).isEmpty()) {
            throw problem(key, "needs an integer key=" + key);
        }
        return number(key, 0, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    long number(String key, long otherwise, long least, long greatest) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return otherwise;
        }
        long value;
        try {
            value = Long.parseLong(text.get().replace("_", ""));
        } catch (NumberFormatException e) {
            throw new LoadException(
                    problem(key, "needs an integer " + key + "=" + text.get()).getMessage(), e);
        }
        if (value < least || value > greatest) {
            throw problem(
                    key,
                    "has a number out of range: " + key + "=" + value + " least=" + least + " greatest=" + greatest);
        }
        return value;
    }

    double decimal(String key, double otherwise) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            return Double.parseDouble(text.get());
        } catch (NumberFormatException e) {
            throw new LoadException(
                    problem(key, "needs a number " + key + "=" + text.get()).getMessage(), e);
        }
    }
}
