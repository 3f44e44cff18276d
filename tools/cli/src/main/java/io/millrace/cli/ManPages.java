package io.millrace.cli;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Manual pages of a command and of all commands below it, as text for {@code man}. Stateless. */
final class ManPages {

    private ManPages() {}

    /** Returns the pages by the names of their files: {@code millrace.1}, {@code millrace-run.1} and so on. */
    static SequencedMap<String, String> of(CommandLine root) {
        SequencedMap<String, String> pages = new LinkedHashMap<>();
        add(pages, "", root);
        return pages;
    }

    private static void add(SequencedMap<String, String> pages, String parent, CommandLine command) {
        String name = parent + command.getCommandName();
        pages.put(name + ".1", page(name, command));
        subcommands(command).forEach(each -> add(pages, name + "-", each));
    }

    private static List<CommandLine> subcommands(CommandLine command) {
        return command.getSubcommands().values().stream()
                .distinct()
                .sorted(Comparator.comparing(CommandLine::getCommandName))
                .toList();
    }

    private static String page(String name, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        StringBuilder page = new StringBuilder();
        page.append(".TH ").append(escaped(name.toUpperCase(Locale.ROOT))).append(" 1 \"\" \"Millrace\"\n");
        section(page, "NAME");
        page.append(escaped(name))
                .append(" \\- ")
                .append(escaped(CommandReference.sentence(spec)))
                .append('\n');
        section(page, "SYNOPSIS");
        page.append(".B ").append(escaped(spec.qualifiedName())).append('\n');
        String arguments = String.join(" ", CommandReference.arguments(spec));
        if (!arguments.isEmpty()) {
            page.append(escaped(arguments)).append('\n');
        }
        section(page, "DESCRIPTION");
        lines(page, spec.usageMessage().description());
        options(page, spec);
        List<CommandLine> below = subcommands(command);
        if (!below.isEmpty()) {
            section(page, "COMMANDS");
            for (CommandLine each : below) {
                item(page, "\\fB" + escaped(each.getCommandName()) + "\\fR");
                String sentence = CommandReference.sentence(each.getCommandSpec());
                page.append(escaped(sentence)).append(" See \\fB");
                page.append(escaped(name + "-" + each.getCommandName())).append("\\fR(1).\n");
            }
        }
        String[] footer = spec.usageMessage().footer();
        if (footer.length > 0) {
            String heading = text(spec.usageMessage().footerHeading()).strip().replaceAll(":$", "");
            section(page, heading.isEmpty() ? "NOTES" : heading.toUpperCase(Locale.ROOT));
            page.append(".nf\n");
            lines(page, footer);
            page.append(".fi\n");
        }
        return page.toString();
    }

    private static void options(StringBuilder page, CommandSpec spec) {
        if (spec.options().isEmpty() && spec.positionalParameters().isEmpty()) {
            return;
        }
        section(page, "OPTIONS");
        for (PositionalParamSpec positional : spec.positionalParameters()) {
            if (!positional.hidden()) {
                item(page, "\\fI" + escaped(positional.paramLabel()) + "\\fR");
                lines(page, positional.description());
            }
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                String names = Arrays.stream(option.names())
                        .map(each -> "\\fB" + escaped(each) + "\\fR")
                        .collect(Collectors.joining(", "));
                boolean takesNone = option.arity().max() == 0;
                item(page, takesNone ? names : names + " \\fI" + escaped(option.paramLabel()) + "\\fR");
                lines(page, option.description());
            }
        }
    }

    private static void section(StringBuilder page, String heading) {
        page.append(".SH ").append(escaped(heading)).append('\n');
    }

    private static void item(StringBuilder page, String term) {
        page.append(".TP\n").append(term).append('\n');
    }

    private static void lines(StringBuilder page, String... lines) {
        for (String line : lines) {
            text(line).lines().forEach(each -> page.append(escaped(each)).append('\n'));
        }
    }

    /** Returns a line of picocli's, which has escapes and marks for colours, as it is shown without colours. */
    private static String text(String line) {
        return line == null
                ? ""
                : Ansi.OFF.string(line.replace("%n", "\n").replace("%%", "%")).stripTrailing();
    }

    /** Returns a text in which nothing is a request or an escape of troff. */
    private static String escaped(String text) {
        String safe = text.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }
}
