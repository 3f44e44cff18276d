package io.millrace.cli;

import io.millrace.journal.JournalDamagedException;
import io.millrace.journal.JournalLockedException;
import io.millrace.service.ReplayBuilder;
import io.millrace.service.ReplayReport;
import io.millrace.topology.ReplayOptions;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyReplay;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Replays a component on its recorded inputs and compares what it writes with the recorded output. */
@Command(
        name = "replay",
        sortOptions = false,
        description = {
            "Call a component of a topology with its recorded inputs, and compare what it writes with its recorded"
                    + " output.",
            "With --classpath another version of the component is replayed. Nothing is written, and the topology may"
                    + " run meanwhile.",
            "The exit code is 0 if everything is equal, and 1 if not."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace replay market.yaml --component bar-builder --data /var/lib/market",
            "  millrace replay market.yaml --component bar-builder --classpath new/market.jar",
            "  millrace replay market.yaml --component bar-builder --from trades@0:8400 --limit 5"
        })
final class ReplayCommand implements Callable<Integer> {
    /** The exit code where the component writes something else. */
    private static final int DIFFERENT = 1;

    private final Console console;
    private final RunParameters parameters;

    @Parameters(index = "0", paramLabel = "FILE", description = "The topology, a file of YAML.")
    private Path file;

    @Option(names = "--component", paramLabel = "NAME", required = true, description = "The component.")
    private String component;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The directory of the channels (default: ${DEFAULT-VALUE}).")
    private Path data;

    @Option(
            names = "--classpath",
            paramLabel = "CLASSES",
            description = "Directories and jars of the version to replay, between them what is usual here, ':' or ';';"
                    + " they come before the class path of the topology.")
    private String classpath = "";

    @Option(
            names = "--from",
            paramLabel = "INDEX",
            description = "Compare from this message on: CHANNEL@INDEX of an input or the output, or INDEX of the"
                    + " output (default: the mark of the newest upgrade, or the first message)."
                    + " A component with snapshots begins at a snapshot before it.")
    private String from;

    @Option(names = "--to", paramLabel = "INDEX", description = "End after this message.")
    private String to;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "How many differences are shown, 0 to 1000000 (default: " + ReplayBuilder.DEFAULT_LIMIT
                    + "); all are counted.")
    private int limit = ReplayBuilder.DEFAULT_LIMIT;

    @Spec
    private CommandSpec spec;

    private ReplayCommand(Console console, RunParameters parameters) {
        this.console = console;
        this.parameters = parameters;
    }

    /** Returns the command with the parameters of the topology file, if the arguments name one, as further options. */
    static CommandLine commandLine(Console console, String... args) {
        RunParameters parameters = RunParameters.find("replay", args);
        CommandLine commandLine = new CommandLine(new ReplayCommand(console, parameters));
        parameters.addTo(commandLine.getCommandSpec());
        return commandLine;
    }

    @Override
    public Integer call() {
        if (!Files.isDirectory(data)) {
            throw new InputException("the data directory is not a directory path=" + data);
        }
        Topology topology = parameters.topology(file, spec, data);
        ReplayText text = new ReplayText(console);
        ReplayOptions options = ReplayOptions.in(data)
                .withClasspath(entries())
                .withParameters(parameters.values(spec))
                .withClassLoader(Millrace.class.getClassLoader())
                .between(Optional.ofNullable(from), Optional.ofNullable(to))
                .withLimit(limit)
                .withListener(text);
        ReplayReport report = replay(topology, options);
        text.end(component, report);
        return report.isEqual() ? ExitCode.OK : DIFFERENT;
    }

    /** Replays; an error has an exit code above 1, which means a difference. */
    private ReplayReport replay(Topology topology, ReplayOptions options) {
        try {
            return TopologyReplay.run(topology, component, options);
        } catch (JournalDamagedException
                | JournalLockedException
                | TopologyException
                | OutputException
                | Output.ClosedByReader e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            boolean written = e.getClass().getPackageName().startsWith("io.millrace.") && e.getMessage() != null;
            throw new InputException(written ? e.getMessage() : "the replay failed: " + e, e);
        }
    }

    private List<Path> entries() {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(classpath)
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
    }
}
