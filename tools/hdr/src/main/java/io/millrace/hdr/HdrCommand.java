package io.millrace.hdr;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code hdr}: what to do with histogram logs. */
@Command(
        name = "hdr",
        description = {
            "Summarises, splits, unites, plots, compares and checks HdrHistogram interval logs.",
            "It reads the encodings V0 to V2, with tags and without, in any order of time."
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit codes: 0 done, 1 failed, 2 wrong command line, 3 lines were damaged, and left out of what was done"
        })
public final class HdrCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    private HdrCommand() {}

    /** Returns the command, ready to be run or to be added to another one. */
    public static CommandLine commandLine() {
        CommandLine hdr = new CommandLine(new HdrCommand());
        List<LogCommand> commands = List.of(
                new SummarizeCommand(),
                new SplitCommand(),
                new UnionCommand(),
                new PlotCommand(),
                new CsvCommand(),
                new HgrmCommand(),
                new CompareCommand(),
                new CheckCommand());
        addHelp(hdr);
        for (LogCommand command : commands) {
            CommandLine line = new CommandLine(command);
            addHelp(line);
            hdr.addSubcommand(line);
        }
        return hdr;
    }

    private static void addHelp(CommandLine line) {
        line.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help and end.")
                        .build());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
