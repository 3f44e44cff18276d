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
    /** The JDK's own logging, behind System.Logger, takes two lines for each message unless told otherwise. */
    private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

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
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        Console console = new Console(
                System.in, new Output(new FileOutputStream(FileDescriptor.out)), err, Terminal.of(System.getenv()));
        System.exit(run(console, args));
    }

    /** Runs a command and returns its exit code. */
    static int run(Console console, String... args) {
        ErrorReport errors = new ErrorReport(console, args);
        try {
            CommandLine commands = commands(console, args);
            commands.setParameterExceptionHandler(errors);
            commands.setExecutionExceptionHandler(errors);
            int code = commands.execute(args);
            console.out().flush();
            return code;
        } catch (Output.ClosedByReader e) {
            return ExitCode.OK;
        } catch (RuntimeException e) {
            return errors.report(e);
        }
    }

    private static CommandLine commands(Console console, String... args) {
        CommandLine commands = new CommandLine(new MillraceCommand());
        CommonOptions.addTo(commands.getCommandSpec());
        commands.getCommandSpec().addOption(CommonOptions.version());
        List<CommandLine> own = List.of(
                RunCommand.commandLine(console, args),
                new CommandLine(new DumpCommand(console)),
                new CommandLine(new TailCommand(console)),
                new CommandLine(new AppendCommand(console)),
                new CommandLine(new ConvertCommand(console)),
                new CommandLine(new InfoCommand(console)),
                new CommandLine(new SchemaCommand(console)),
                new CommandLine(new VerifyCommand(console)),
                new CommandLine(new RepairCommand(console)),
                new CommandLine(new TopCommand(console)),
                new CommandLine(new KeysCommand(console)),
                new CommandLine(new PositionsCommand(console)),
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
        commands.setUsageHelpAutoWidth(true);
        commands.setOut(new PrintWriter(console.out().stream(), true, StandardCharsets.UTF_8));
        return commands;
    }
}
