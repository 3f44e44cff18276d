package io.millrace.console.cli;

import io.millrace.console.ConsoleAccess;
import io.millrace.console.ConsoleException;
import io.millrace.console.ConsoleOptions;
import io.millrace.console.DataConsole;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code console}: a data directory on a page. */
@Command(
        name = "console",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show a data directory on a page: its graph, rates, lag and latencies, its messages and their histories.",
            "The directory may be at rest or in use by another process, which is not disturbed."
                    + " 'millrace run --console' shows a run from inside, with its threads and queues."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace console data", "  millrace console data --port 9000 --admin --token-file token.txt"})
final class ConsoleCommand implements Callable<Integer> {
    private static final int DEFAULT_PORT = 8080;
    private static final int MAX_PORT = 65_535;

    @Parameters(index = "0", paramLabel = "DIR", description = "The data directory of a topology.")
    private Path data;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "" + DEFAULT_PORT,
            description = "The port, 0 for any that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "The address at which it listens (default: ${DEFAULT-VALUE}, for this machine alone).")
    private String address;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "A further host name by which browsers may reach it; more than once for several.")
    private List<String> hosts = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with a token that users must present in its first line, or a line NAME TOKEN for each"
                    + " user.")
    private Path tokenFile;

    @Option(names = "--admin", description = "Let users with a token append calls, reset positions and order skips.")
    private boolean admin;

    @Option(
            names = "--act",
            paramLabel = "NAME",
            description = "A user that may do so, more than once for several; all with a token when left out.")
    private List<String> actors = List.of();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(
                    spec.commandLine(), "--port must be between 0 and " + MAX_PORT + " port=" + port);
        }
        if (admin && tokenFile == null) {
            throw new ParameterException(spec.commandLine(), "--admin needs --token-file");
        }
        if (!actors.isEmpty() && !admin) {
            throw new ParameterException(spec.commandLine(), "--act needs --admin");
        }
        if (!Files.isDirectory(data)) {
            throw new ParameterException(spec.commandLine(), "there is no such directory path=" + data);
        }
        ConsoleOptions options = options();
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Thread stop = Thread.ofPlatform().name("millrace-stop").unstarted(() -> stop(stopped, closed));
        try (DataConsole console = DataConsole.open(data, options)) {
            Runtime.getRuntime().addShutdownHook(stop);
            PrintWriter out = spec.commandLine().getOut();
            String uri = console.uri();
            out.println("console: " + uri + (tokenFile == null ? "" : " (enter by " + uri + "?token=TOKEN)"));
            out.flush();
            stopped.await();
        } finally {
            closed.countDown();
        }
        return 0;
    }

    private ConsoleOptions options() {
        ConsoleOptions options = ConsoleOptions.at(address, port, hosts);
        if (tokenFile == null) {
            return options;
        }
        try {
            return options.withTokenFile(tokenFile)
                    .withAccess(admin ? ConsoleAccess.ADMIN : ConsoleAccess.READ)
                    .withActors(actors);
        } catch (ConsoleException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Lets the command close the console before the process ends on Ctrl-C or SIGTERM. */
    private static void stop(CountDownLatch stopped, CountDownLatch closed) {
        stopped.countDown();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
