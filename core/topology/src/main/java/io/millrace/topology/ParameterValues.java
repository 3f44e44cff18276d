package io.millrace.topology;

import io.millrace.text.NearestName;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of a topology's parameters in one run, and their substitution into arguments. Immutable. */
final class ParameterValues {
    /** The name under which arguments refer to the data directory. */
    static final String DATA = "data";

    private static final Pattern REFERENCE = Pattern.compile("\\$(\\$)?\\{([^}]*)}");

    /** Whether a default depends on the run. */
    private static final Predicate<String> DEPENDS = text -> text.contains("${");

    private final Topology topology;
    private final Map<String, String> values;

    private ParameterValues(Topology topology, Map<String, String> values) {
        this.topology = topology;
        this.values = Map.copyOf(values);
    }

    /**
     * Returns the given values, checked, with defaults for the others. A path becomes absolute: a given one from the
     * working directory, a default from the directory of the topology file. A default may refer to the data directory.
     */
    static ParameterValues of(Topology topology, Map<String, String> given, Path dataDirectory) {
        for (String name : given.keySet()) {
            if (!topology.parameters().containsKey(name)) {
                throw topology.problem(
                        "parameter=" + name + " is not a parameter of this topology"
                                + NearestName.hint(name, topology.parameters().keySet()),
                        "parameters");
            }
        }
        String data = dataDirectory.toAbsolutePath().normalize().toString();
        Map<String, String> values = new LinkedHashMap<>();
        topology.parameters().forEach((name, parameter) -> {
            String value = given.get(name);
            if (value != null) {
                parameter.objection(value).ifPresent(wrong -> {
                    throw topology.problem("parameter=" + name + " value=" + value + " " + wrong, "parameters", name);
                });
                values.put(name, path(parameter, value) ? absolute(value) : value);
            } else {
                String standard = parameter
                        .defaultValue()
                        .orElseThrow(() -> missing(topology, name, parameter))
                        .replace("${" + DATA + "}", data);
                values.put(
                        name,
                        path(parameter, standard)
                                ? Topology.resolve(topology.file(), standard).toString()
                                : standard);
            }
        });
        values.put(DATA, data);
        return new ParameterValues(topology, values);
    }

    /**
     * Returns the text of a section with the default in place of each reference to a parameter that has one, as far as
     * that does not depend on the run.
     */
    static String withDefaults(String text, Map<String, ParameterSpec> parameters, Optional<Path> file) {
        return replaced(text, reference -> {
            ParameterSpec parameter = parameters.get(reference);
            if (parameter == null
                    || parameter.defaultValue().filter(DEPENDS.negate()).isEmpty()) {
                return null;
            }
            String standard = parameter.defaultValue().get();
            return path(parameter, standard) ? Topology.resolve(file, standard).toString() : standard;
        });
    }

    /**
     * Returns the text of a section with the values in place of the references to parameters. Those to the data
     * directory and what stands for <code>${</code> stay until the run opens the section.
     *
     * @throws IllegalArgumentException where there is no such parameter
     */
    String inSection(String text) {
        return replaced(text, reference -> {
            String value = values.get(reference);
            if (value == null) {
                throw new IllegalArgumentException("refers to parameter=" + reference + ", which is not a parameter"
                        + NearestName.hint(reference, values.keySet()));
            }
            return reference.equals(DATA) ? null : value;
        });
    }

    /** Replaces references; one for which there is null stays. */
    private static String replaced(String text, UnaryOperator<String> values) {
        return REFERENCE.matcher(text).replaceAll(match -> {
            String value = match.group(1) == null ? values.apply(match.group(2)) : null;
            return Matcher.quoteReplacement(value == null ? match.group() : value);
        });
    }

    private static TopologyException missing(Topology topology, String name, ParameterSpec parameter) {
        String help = parameter.help().isEmpty() ? "" : ": " + parameter.help();
        return topology.problem(
                "parameter=" + name + " (" + parameter.type().label() + ") must be given" + help, "parameters", name);
    }

    private static boolean path(ParameterSpec parameter, String value) {
        return parameter.type() == ParameterType.PATH && !value.isEmpty();
    }

    private static String absolute(String value) {
        return Path.of(value).toAbsolutePath().normalize().toString();
    }

    /**
     * Returns the text with the value in place of each <code>${name}</code>; <code>$${</code> stands for
     * <code>${</code>.
     */
    String substitute(String text, String component, String argument) {
        return substitute(
                text,
                "component=" + component + " argument=" + argument,
                "components",
                component,
                "arguments",
                argument);
    }

    /** Returns the text with its values, for the value at these keys of the topology. */
    String substitute(String text, String what, String... keys) {
        Matcher matcher = REFERENCE.matcher(text);
        StringBuilder result = new StringBuilder();
        while (matcher.find()) {
            String name = matcher.group(2);
            String value = matcher.group(1) == null ? values.get(name) : "${" + name + "}";
            if (value == null) {
                throw topology.problem(
                        what + " refers to parameter=" + name + ", which is not a parameter"
                                + NearestName.hint(name, values.keySet()),
                        keys);
            }
            matcher.appendReplacement(result, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(result).toString();
    }
}
