package io.millrace.cli;

import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.SectionOption;
import io.millrace.topology.Topology;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The options that a topology file adds to {@code run} and {@code replay}. They must be known before the arguments are
 * parsed, so the file is found first: the first argument after the command that is neither an option nor its value.
 */
final class RunParameters {
    private static final Set<String> FLAGS = Set.of("-h", "--help", "-V", "--version", ErrorReport.STACKTRACE);

    private final Optional<Topology> topology;
    private final Optional<Path> file;
    private final SequencedMap<String, SectionOption<?>> sections;
    private final Set<String> own = new HashSet<>();

    private RunParameters(Optional<Path> file, SequencedMap<String, SectionOption<?>> sections) {
        this.file = file;
        this.topology = file.map(Topology::load);
        this.sections = sections;
    }

    /** Finds the file in the arguments, if they call this command. */
    static RunParameters find(String command, String... args) {
        int next = 0;
        while (next < args.length && args[next].startsWith("-")) {
            next++;
        }
        if (next == args.length || !args[next].equals(command)) {
            return new RunParameters(Optional.empty(), new LinkedHashMap<>());
        }
        next++;
        while (next < args.length && args[next].startsWith("-") && !args[next].equals("--")) {
            boolean alone = FLAGS.contains(args[next]) || args[next].contains("=");
            next += alone ? 1 : 2;
        }
        if (next < args.length && args[next].equals("--")) {
            next++;
        }
        return new RunParameters(
                next < args.length ? Optional.of(Path.of(args[next])) : Optional.empty(),
                command.equals("run") ? Topology.sectionOptions() : new LinkedHashMap<>());
    }

    /**
     * Returns the topology of a file with the sections that options add: the one that was loaded before, unless the
     * arguments name another.
     */
    Topology topology(Path path, CommandSpec command, Path data) {
        Topology loaded =
                topology.isPresent() && file.orElseThrow().equals(path) ? topology.get() : Topology.load(path);
        boolean changes = sections.values().stream()
                .anyMatch(section -> command.findOption("--" + section.name()).getValue() != null);
        loaded = changes ? loaded.withParameters(values(command), data) : loaded;
        for (Map.Entry<String, SectionOption<?>> section : sections.entrySet()) {
            String value = command.findOption("--" + section.getValue().name()).getValue();
            if (value != null) {
                loaded = loaded.withSectionOption(section.getKey(), value);
            }
        }
        return loaded;
    }

    /**
     * Checks that options set no section of another host, where they would have no effect.
     *
     * @throws ParameterException where one does
     */
    void checkSections(Topology of, String host, CommandSpec command) {
        sections.forEach((key, option) -> {
            String on = of.sectionHosts().getOrDefault(key, host);
            if (command.findOption("--" + option.name()).getValue() != null && !on.equals(host)) {
                throw new ParameterException(
                        command.commandLine(),
                        "--" + option.name() + " sets the section " + key + ", which is on host=" + on
                                + "; this command runs host=" + host);
            }
        });
    }

    void addTo(CommandSpec command) {
        sections.values()
                .forEach(option -> command.addOption(OptionSpec.builder("--" + option.name())
                        .type(String.class)
                        .paramLabel(option.label())
                        .description(escape(option.help()))
                        .build()));
        if (topology.isEmpty()) {
            return;
        }
        own.addAll(command.optionsMap().keySet());
        if (!topology.get().description().isEmpty()) {
            command.usageMessage()
                    .header(escape(topology.get().name() + ": " + topology.get().description()), "");
        }
        if (topology.get().parameters().isEmpty()) {
            return;
        }
        ArgGroupSpec.Builder group = ArgGroupSpec.builder()
                .heading("%nParameters of " + escape(topology.get().name()) + ":%n")
                .validate(false)
                .exclusive(false);
        int order = 0;
        for (Map.Entry<String, ParameterSpec> entry :
                topology.get().parameters().entrySet()) {
            group.addArg(option(optionName(entry.getKey()), entry.getValue(), order++));
        }
        command.addArgGroup(group.build());
    }

    /** Returns the option of a parameter; its name has a prefix where the command itself has an option of its name. */
    private String optionName(String parameter) {
        return own.contains("--" + parameter) ? "--parameter." + parameter : "--" + parameter;
    }

    private static OptionSpec option(String name, ParameterSpec parameter, int order) {
        OptionSpec.Builder option = OptionSpec.builder(name)
                .type(String.class)
                .order(order)
                .paramLabel(label(parameter))
                .description(escape(description(parameter)))
                .completionCandidates(parameter.values());
        if (parameter.type() == ParameterType.BOOLEAN) {
            option.arity("0..1").fallbackValue("true");
        }
        return option.build();
    }

    private static String label(ParameterSpec parameter) {
        return parameter.type() == ParameterType.CHOICE
                ? String.join("|", parameter.values())
                : parameter.type().label().toUpperCase(Locale.ROOT);
    }

    private static String description(ParameterSpec parameter) {
        String standard = parameter
                .defaultValue()
                .map(value -> value.isEmpty() ? "" : "(default: " + value + ")")
                .orElse("(must be given)");
        return (parameter.help() + " " + standard).strip();
    }

    private static String escape(String text) {
        return text.replace("%", "%%").replace("@|", "@ |").replace("${", "$${");
    }

    /** Returns the values that were given, by the names of the parameters. */
    Map<String, String> values(CommandSpec command) {
        Map<String, String> values = new LinkedHashMap<>();
        topology.ifPresent(loaded -> loaded.parameters().keySet().forEach(name -> {
            String value = command.findOption(optionName(name)).getValue();
            if (value != null) {
                values.put(name, value);
            }
        }));
        return values;
    }
}
