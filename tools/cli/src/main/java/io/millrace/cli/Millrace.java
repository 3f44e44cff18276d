package io.millrace.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;

/** The program {@code millrace}. */
public final class Millrace {
    /** The JDK's own logging, which System.Logger uses, prints two lines for each message by default. */
    private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

    private static final int MIN_HELP_WIDTH = 55;
    private static final int MAX_HELP_WIDTH = 200;

    /** The JDK's HTTP client resends a request after a lost connection, which a load must not do; 1 means never. */
    private static final String HTTP_ATTEMPTS = "jdk.httpclient.redirects.retrylimit";

    private Millrace() {}

    /**
     * Runs a command and ends the process with its exit code.
     *
     * @param args the command and its options
     */
    public static void main(String... args) {
        if (System.getProperty(LOG_FORMAT) == null) {
            System.setProperty(LOG_FORMAT, "%4$s %3$s: %5$s%6$s%n");
        }
        System.setProperty(HTTP_ATTEMPTS, "1");
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        Console console = new Console(System.in, Output.standard(), err, Terminal.of(System.getenv()));
        System.exit(run(console, args));
    }

    /** Runs a command and returns its exit code, which is not 0 if something could not be printed. */
    static int run(Console console, String... given) {
        ErrorReport errors = new ErrorReport(console, given);
        int code;
        try {
            String[] args = ProgramArguments.decoded(given);
            CommandLine commands = commands(console, args);
            commands.setParameterExceptionHandler(errors);
            commands.setExecutionExceptionHandler(errors);
            commands.setExecutionStrategy(Millrace::execute);
            code = errors.flushed(commands.execute(args), commands.getOut()::flush);
        } catch (RuntimeException | Error e) { // picocli passes an Error on
            code = errors.report(e);
        }
        return errors.flushed(code, console.out()::flush);
    }

    /** Executes as picocli does, and reports help that cannot be printed like an error of a command. */
    private static int execute(CommandLine.ParseResult result) {
        try {
            return new CommandLine.RunLast().execute(result);
        } catch (Output.ClosedByReader | OutputException e) {
            throw new CommandLine.ExecutionException(result.commandSpec().commandLine(), e.getMessage(), e);
        }
    }

    static CommandLine commands(Console console, String... args) {
        CommandLine commands = new CommandLine(new MillraceCommand());
        CommonOptions.addTo(commands.getCommandSpec());
        commands.getCommandSpec().addOption(CommonOptions.version());
        List<CommandLine> own = List.of(
                RunCommand.commandLine(console, args),
                new CommandLine(new DumpCommand(console)),
                new CommandLine(new TailCommand(console)),
                new CommandLine(new TraceCommand(console)),
                new CommandLine(new AppendCommand(console)),
                new CommandLine(new ConvertCommand(console)),
                new CommandLine(new InfoCommand(console)),
                new CommandLine(new SchemaCommand(console)),
                new CommandLine(new VerifyCommand(console)),
                new CommandLine(new RepairCommand(console)),
                new CommandLine(new TopCommand(console)),
                new CommandLine(new KeysCommand(console)),
                new CommandLine(new PositionsCommand(console)),
                new CommandLine(new SkipCommand(console)),
                ReplayCommand.commandLine(console, args),
                new CommandLine(new UpgradeCommand(console)),
                new CommandLine(new HealthCommand(console)),
                new CommandLine(new StatusCommand(console)),
                new CommandLine(new ExportCommand(console)),
                new CommandLine(new ImportCommand(console)),
                new CommandLine(new CompletionCommand(console)));
        for (CommandLine command : own) {
            CommonOptions.addTo(command.getCommandSpec());
            commands.addSubcommand(command);
        }
        for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
            provider.commands().forEach(commands::addSubcommand);
        }
        commands.setCaseInsensitiveEnumValuesAllowed(true);
        setHelpWidth(commands, System.getenv("COLUMNS"));
        commands.setOut(new PrintWriter(console.out().stream(), true, StandardCharsets.UTF_8));
        return commands;
    }

    /** Sets the width of the help to {@code COLUMNS}, from 55 to 200, or else to that of the terminal. */
    static void setHelpWidth(CommandLine commands, String columns) {
        if (columns != null && columns.matches("[0-9]{1,9}")) {
            commands.setUsageHelpWidth(Math.clamp(Integer.parseInt(columns), MIN_HELP_WIDTH, MAX_HELP_WIDTH));
        } else {
            commands.setUsageHelpAutoWidth(true);
        }
    }
}
