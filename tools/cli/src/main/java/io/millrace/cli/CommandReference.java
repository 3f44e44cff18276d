package io.millrace.cli;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The reference of all commands on the class path, as text for documents: each with its options and a sentence. */
public final class CommandReference {

    private static final int WIDTH = 118;
    private static final String INDENT = "    ";

    /** Options that every command has, and those of which the page says something once. */
    private static final Set<String> COMMON = Set.of("--help", "--version", ErrorReport.STACKTRACE);

    private CommandReference() {}

    /**
     * Returns the reference.
     *
     * @return a line for each command, broken at 118 characters, and one with its sentence, indented; in alphabetical
     *     order
     */
    public static String text() {
        Console console = new Console(System.in, Output.standard(), System.err, Terminal.of(Map.of()));
        StringBuilder text = new StringBuilder();
        subcommands(Millrace.commands(console)).forEach(command -> add(text, "millrace", command));
        return text.toString();
    }

    private static List<CommandLine> subcommands(CommandLine command) {
        return command.getSubcommands().values().stream()
                .distinct()
                .sorted(Comparator.comparing(CommandLine::getCommandName))
                .toList();
    }

    private static void add(StringBuilder text, String parent, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        String name = parent + " " + spec.name();
        List<CommandLine> below = subcommands(command);
        if (below.isEmpty()) {
            List<String> words = new ArrayList<>(List.of(name));
            words.addAll(arguments(spec));
            wrap(text, words, "", INDENT + INDENT);
            wrap(text, List.of(sentence(spec).split(" ")), INDENT, INDENT);
        }
        List<String> before = new ArrayList<>(List.of(name)); // arguments of a group of commands precede the command
        before.addAll(positionals(spec));
        below.forEach(each -> add(text, String.join(" ", before), each));
    }

    static List<String> arguments(CommandSpec spec) {
        List<String> words = new ArrayList<>();
        for (OptionSpec option : spec.options()) {
            if (!option.hidden() && !COMMON.contains(option.longestName())) {
                String given = option.longestName()
                        + (option.arity().max() == 0 ? "" : " " + option.paramLabel())
                        + (option.isMultiValue() ? " ..." : "");
                words.add(option.required() ? given : "[" + given + "]");
            }
        }
        words.addAll(positionals(spec));
        return words;
    }

    private static List<String> positionals(CommandSpec spec) {
        List<String> words = new ArrayList<>();
        for (PositionalParamSpec positional : spec.positionalParameters()) {
            String given = positional.paramLabel() + (positional.isMultiValue() ? " ..." : "");
            words.add(positional.required() ? given : "[" + given + "]");
        }
        return words;
    }

    static String sentence(CommandSpec spec) {
        String[] description = spec.usageMessage().description();
        String all = String.join(" ", description)
                .replace("%n", " ")
                .replace("%%", "%")
                .replaceAll("\\s+", " ")
                .strip();
        int end = all.indexOf(". ");
        return end < 0 ? all : all.substring(0, end + 1);
    }

    private static void wrap(StringBuilder text, List<String> words, String first, String next) {
        StringBuilder line = new StringBuilder(first);
        boolean isEmpty = true;
        for (String word : words) {
            if (!isEmpty && line.length() + 1 + word.getBytes(StandardCharsets.UTF_8).length > WIDTH) {
                text.append(line).append('\n');
                line = new StringBuilder(next);
                isEmpty = true;
            }
            line.append(isEmpty ? "" : " ").append(word);
            isEmpty = false;
        }
        text.append(line).append('\n');
    }
}
