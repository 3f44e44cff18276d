package io.millrace.topology;

import io.millrace.text.NearestName;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of a topology's parameters in one run, and their substitution into arguments. Immutable. */
final class ParameterValues {
    /** The name under which arguments refer to the data directory. */
    static final String DATA = "data";

    private static final Pattern REFERENCE = Pattern.compile("\\$(\\$)?\\{([^}]*)}");

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
