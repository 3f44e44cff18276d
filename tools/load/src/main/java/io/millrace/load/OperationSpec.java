package io.millrace.load;

import io.millrace.measure.IntervalLogWriter;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A kind of operation. Its fields describe it in terms of the target: a JDBC target knows {@code statement}, an HTTP
 * target {@code method} and {@code path}, for example.
 *
 * @param name the name in reports and logs, without comma, space or control character
 * @param weight its share of all operations, in proportion to the weights of the others; from 1
 * @param parameters the values that its templates refer to, each once
 * @param fields the fields for the target
 * @param location file, line and column of its definition, such as {@code orders.yaml:12:3}, for messages
 */
public record OperationSpec(
        String name, int weight, List<Parameter> parameters, Map<String, Template> fields, String location) {
    /** Copies the collections. */
    public OperationSpec {
        IntervalLogWriter.checkTag(name);
        Objects.requireNonNull(location);
        parameters = List.copyOf(parameters);
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        if (weight < 1) {
            throw new LoadException(location + ": a weight is at least 1 operation=" + name + " weight=" + weight);
        }
    }

    /** Returns a field if it was given. */
    public Optional<Template> field(String field) {
        return Optional.ofNullable(fields.get(field));
    }

    /**
     * Returns a field.
     *
     * @throws LoadException if it was not given
     */
    public Template required(String field) {
        return field(field).orElseThrow(() -> problem("needs the field " + field));
    }

    /**
     * Checks that there are no other fields.
     *
     * @throws LoadException that names the unknown field and the known ones
     */
    public void allow(String... known) {
        List<String> right = Arrays.asList(known);
        for (String field : fields.keySet()) {
            if (!right.contains(field)) {
                throw problem("has an unknown field for this target field=" + field + " known=" + right);
            }
        }
    }

    /** Returns an error whose message begins with the location and the name of the operation. */
    public LoadException problem(String message) {
        return new LoadException(location + ": operation=" + name + " " + message);
    }
}
