package io.millrace.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The program {@code millrace}. */
public final class Millrace {
    /** The JDK's own logging, which System.Logger uses, prints two lines for each message by default. */
    private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

    private static final int MIN_HELP_WIDTH = 55;
    private static final int MAX_HELP_WIDTH = 200;

    /** The JDK's HTTP client resends a request after a lost connection, which a load must not do; 1 means never. */
    private static final String HTTP_ATTEMPTS = "jdk.httpclient.redirects.retrylimit";

    /** These describe all commands, and so need all. */
    private static final String COMPLETION = "completion";

    private static final String MAN_PAGES = "man-pages";

    private Millrace() {}

    /**
     * Runs a command and ends the process with its exit code.
     *
     * @param args the command and its options
     */
    public static void main(String... args) {
        System.exit(execute(args));
    }

    /** Runs a command on the streams of this process and returns its exit code. */
    static int execute(String... args) {
        if (System.getProperty(LOG_FORMAT) == null) {
            System.setProperty(LOG_FORMAT, "%4$s %3$s: %5$s%6$s%n");
        }
        System.setProperty(HTTP_ATTEMPTS, "1");
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        Console console = new Console(System.in, Output.standard(), err, Terminal.of(System.getenv()));
        return run(console, args);
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
            commands.setExecutionStrategy(Millrace::executeParsed);
            code = errors.flushed(commands.execute(args), commands.getOut()::flush);
        } catch (RuntimeException | Error e) { // picocli passes an Error on
            code = errors.report(e);
        }
        return errors.flushed(code, console.out()::flush);
    }

    /** Executes as picocli does, and reports help that cannot be printed like an error of a command. */
    private static int executeParsed(CommandLine.ParseResult result) {
        try {
            return new CommandLine.RunLast().execute(result);
        } catch (Output.ClosedByReader | OutputException e) {
            throw new CommandLine.ExecutionException(result.commandSpec().commandLine(), e.getMessage(), e);
        }
    }

    /**
     * Returns the command with the subcommand that the arguments name; with all of them where they name none, or one
     * that needs all. What is not named costs a short command nothing: neither its options nor the search for the
     * commands of other modules.
     */
    static CommandLine commands(Console console, String... args) {
        CommandLine commands = new CommandLine(new MillraceCommand());
        CommonOptions.addTo(commands.getCommandSpec());
        commands.getCommandSpec().addOption(CommonOptions.version());
        SequencedMap<String, Supplier<CommandLine>> own = own(console, args);
        String named = Arrays.stream(args)
                .filter(arg -> !arg.startsWith("-"))
                .findFirst()
                .orElse("");
        if (own.containsKey(named) && !named.equals(COMPLETION) && !named.equals(MAN_PAGES)) {
            add(commands, own.get(named).get());
        } else {
            addAll(commands, own, named);
        }
        commands.setCaseInsensitiveEnumValuesAllowed(true);
        setHelpWidth(commands, System.getenv("COLUMNS"));
        commands.setOut(new PrintWriter(console.out().stream(), true, StandardCharsets.UTF_8));
        return commands;
    }

    private static SequencedMap<String, Supplier<CommandLine>> own(Console console, String... args) {
        SequencedMap<String, Supplier<CommandLine>> own = new LinkedHashMap<>();
        own.put("run", () -> RunCommand.commandLine(console, args));
        own.put("dump", () -> new CommandLine(new DumpCommand(console)));
        own.put("tail", () -> new CommandLine(new TailCommand(console)));
        own.put("trace", () -> new CommandLine(new TraceCommand(console)));
        own.put("append", () -> new CommandLine(new AppendCommand(console)));
        own.put("convert", () -> new CommandLine(new ConvertCommand(console)));
        own.put("info", () -> new CommandLine(new InfoCommand(console)));
        own.put("schema", () -> new CommandLine(new SchemaCommand(console)));
        own.put("verify", () -> new CommandLine(new VerifyCommand(console)));
        own.put("repair", () -> new CommandLine(new RepairCommand(console)));
        own.put("top", () -> new CommandLine(new TopCommand(console)));
        own.put("keys", () -> new CommandLine(new KeysCommand(console)));
        own.put("positions", () -> new CommandLine(new PositionsCommand(console)));
        own.put("allow", () -> new CommandLine(new AllowCommand(console)));
        own.put("skip", () -> new CommandLine(new SkipCommand(console)));
        own.put("replay", () -> ReplayCommand.commandLine(console, args));
        own.put("upgrade", () -> new CommandLine(new UpgradeCommand(console)));
        own.put("health", () -> new CommandLine(new HealthCommand(console)));
        own.put("status", () -> new CommandLine(new StatusCommand(console)));
        own.put("export", () -> new CommandLine(new ExportCommand(console)));
        own.put("import", () -> new CommandLine(new ImportCommand(console)));
        own.put(COMPLETION, () -> new CommandLine(new CompletionCommand(console)));
        own.put(MAN_PAGES, () -> new CommandLine(new ManPagesCommand(console)));
        return own;
    }

    private static void addAll(CommandLine commands, Map<String, Supplier<CommandLine>> own, String named) {
        List<CommandLine> others = new ArrayList<>();
        for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
            for (Object command : provider.commands()) {
                others.add(command instanceof CommandLine line ? line : new CommandLine(command));
            }
        }
        boolean isOfAnother =
                others.stream().anyMatch(command -> command.getCommandName().equals(named));
        if (!isOfAnother) {
            own.values().forEach(command -> add(commands, command.get()));
        }
        others.forEach(commands::addSubcommand);
    }

    private static void add(CommandLine commands, CommandLine command) {
        CommonOptions.addTo(command.getCommandSpec());
        commands.addSubcommand(command);
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
