package io.millrace.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a subcommand: its help and its version. */
@Command(
        name = "millrace",
        description = "Runs topologies of plain Java components, and shows and extends their channels.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = MillraceCommand.Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace run examples/market/market.yaml",
            "  millrace dump data/bars | head",
            "  millrace tail -f data/orders",
            "",
            "millrace COMMAND --help describes a command.",
            "",
            "These have libraries of their own, which the launchers add; bench is in a source tree alone:",
            "  load      put load on a journal, a database or a server, by a schedule",
            "  prove     show that journals, transactions and copies keep what they promise",
            "  bridge    make a channel of a Chronicle Queue",
            "  bench     run Millrace and a peer side by side, and print both",
            "",
            "Exit codes:",
            "  0 done, 1 failed while running, 2 wrong command line, topology or input,",
            "  3 damaged data, 4 data in use by another process, 130 stopped by Ctrl-C"
        })
final class MillraceCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }

    /** The version that the build wrote into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Millrace.class.getPackage().getImplementationVersion();
            return new String[] {
                "millrace " + (version == null ? "(development build)" : version),
                "Java " + Runtime.version() + " on " + System.getProperty("os.name") + " "
                        + System.getProperty("os.arch")
            };
        }
    }
}
