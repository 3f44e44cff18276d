package io.millrace.fix.cli;

import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fix connect}: a terminal for one session. */
@Command(
        name = "connect",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Connect to a counterparty, send the messages of standard input, a line each, and print what comes.",
            "A line is the name of a message and its fields, as in NewOrderSingle Symbol=IBM Side=Buy OrderQty=100"
                    + " OrdType=Limit Price=101.5, or text such as 35=D|55=IBM|54=1. ClOrdID and TransactTime are added"
                    + " where a message needs them. At the end of input the session logs out.",
            "FILE is YAML: session (\"FIX.4.4:OWN->PEER\"), connect (HOST:PORT, several in turn), and if needed"
                    + " dictionary and transport (files of QuickFIX or Orchestra), heartbeat (seconds), and store, a"
                    + " directory in which numbers continue; without it both sides begin at 1."
        },
        footerHeading =
                "%nExit code: 0; 1 after a line that is no message, a Reject or a lost connection.%n%nExample:%n",
        footer = "  millrace fix connect trader.yaml")
final class ConnectCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The session.")
    private Path file;

    @Option(
            names = "--wait",
            paramLabel = "MILLISECONDS",
            defaultValue = "1000",
            description = "How long nothing must come after the end of input (default: ${DEFAULT-VALUE}).")
    private long waitMs;

    @Option(
            names = "--logon-within",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "How long the first Logon may take (default: ${DEFAULT-VALUE}).")
    private long logonSeconds;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try (FixTerminal terminal = FixTerminal.open(TerminalFile.read(file), out, err);
                EventLoop loop =
                        EventLoop.start("fix-connect", EventLoopOptions.defaults(), List.of(terminal.engine()))) {
            if (!terminal.awaitLogon(Duration.ofSeconds(logonSeconds))) {
                terminal.error("there was no Logon in time seconds=" + logonSeconds);
                return 1;
            }
            // it stays open, since it is not this command's
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                terminal.send(line.strip());
            }
            terminal.awaitSilence(Duration.ofMillis(waitMs));
            terminal.logOut();
            loop.await();
            return terminal.errors() == 0 ? 0 : 1;
        }
    }
}
