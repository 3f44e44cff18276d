package io.millrace.ledger.cli;

import io.millrace.ledger.DagFile;
import io.millrace.ledger.LedgerConfig;
import io.millrace.ledger.LedgerException;
import io.millrace.ledger.SeatKey;
import io.millrace.ledger.SeatReport;
import io.millrace.ledger.SignatureBackend;
import io.millrace.ledger.Signatures;
import io.millrace.ledger.VerificationKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ledger}: what the commit rule decides, keys, and the making and the state of a ledger. */
@Command(
        name = "ledger",
        mixinStandardHelpOptions = true,
        description = "Work with the ledger: an order of signed calls among parties that do not trust each other.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace ledger decide blocks.dag",
            "  millrace ledger init town-ledger",
            "  millrace ledger status town-ledger",
            "  millrace ledger keys",
            "  millrace ledger clients town-ledger --add anna --key $(millrace ledger keys --generate anna.key)"
        })
final class LedgerCommand implements Runnable {
    private static final int FAILED = 1;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "missing command; known commands are clients, decide, init, keys and status");
    }

    @Command(
            name = "decide",
            mixinStandardHelpOptions = true,
            description = {
                "Read blocks as text, and print which slots are committed or skipped, the order of the blocks,",
                "and which blocks were refused or wait for others. docs/ledger.md describes the text."
            })
    int decide(@Parameters(paramLabel = "FILE", description = "The blocks; - reads standard input.") Path file) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try (BufferedReader in = open(file)) {
            DagFile.decide(file.toString(), in, out);
            return 0;
        } catch (LedgerException e) {
            err.println(e.getMessage());
            return FAILED;
        } catch (NoSuchFileException e) {
            err.println("there is no such file file=" + e.getFile());
            return FAILED;
        } catch (IOException e) {
            err.println("cannot read file=" + file + " cause=" + e);
            return FAILED;
        } finally {
            out.flush();
            err.flush();
        }
    }

    @Command(
            name = "keys",
            mixinStandardHelpOptions = true,
            description = {
                "Show the implementations of Ed25519 that are there, the fastest first, and whether they pass",
                "their test; the first that passes is used. With --generate, make a new private key."
            })
    int keys(
            @Option(
                            names = "--generate",
                            paramLabel = "FILE",
                            description = "Write a new seed there, for its owner alone, and print the public key.")
                    Path file) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            if (file == null) {
                show(out);
            } else {
                out.println(SeatKey.generate(file).verificationKey());
            }
            return 0;
        } catch (FileAlreadyExistsException e) {
            spec.commandLine().getErr().println("the file exists, and a key is never overwritten file=" + file);
            return FAILED;
        } catch (IOException e) {
            spec.commandLine().getErr().println("cannot write the key file=" + file + " cause=" + e);
            return FAILED;
        } finally {
            out.flush();
            spec.commandLine().getErr().flush();
        }
    }

    @Command(
            name = "init",
            mixinStandardHelpOptions = true,
            description = {
                "Make a ledger: a file that all seats share, and for each seat a folder with its private key and an",
                "empty record of what it has signed."
            })
    int init(
            @Parameters(paramLabel = "DIR", description = "A directory that is empty or does not exist.")
                    Path directory,
            @Option(
                            names = "--seats",
                            paramLabel = "N",
                            defaultValue = "4",
                            description = "How many seats; ${DEFAULT-VALUE} by default.")
                    int seats,
            @Option(
                            names = "--port",
                            paramLabel = "PORT",
                            defaultValue = "7101",
                            description = "The seats listen at this port of 127.0.0.1 and those after it.")
                    int port,
            @Option(
                            names = "--address",
                            paramLabel = "HOST:PORT",
                            description = "Where a seat listens, once for each seat; in place of --seats and --port.")
                    List<String> addresses) {
        PrintWriter out = spec.commandLine().getOut();
        List<String> at = addresses == null ? new ArrayList<>() : addresses;
        for (int seat = 0; addresses == null && seat < seats; seat++) {
            at.add("127.0.0.1:" + (port + seat));
        }
        try {
            LedgerConfig config = LedgerConfig.init(directory, at, System.currentTimeMillis());
            config.seats().forEach(seat -> out.println(seat.name() + " " + seat.key()));
            return 0;
        } catch (LedgerException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return FAILED;
        } finally {
            out.flush();
            spec.commandLine().getErr().flush();
        }
    }

    @Command(
            name = "clients",
            mixinStandardHelpOptions = true,
            description = {
                "Show the clients that sign their calls, or add one: seats then take its calls signed alone. Each seat",
                "needs the same file, and reads it when it starts."
            })
    int clients(
            @Parameters(paramLabel = "DIR", description = "The directory of the ledger.") Path directory,
            @Option(names = "--add", paramLabel = "NAME", description = "The client, with --key.") String client,
            @Option(
                            names = "--key",
                            paramLabel = "KEY",
                            description = "Its public key, as ledger keys --generate prints it.")
                    String key) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            if ((client == null) != (key == null)) {
                throw new LedgerException("a client has a name and a key add=" + client + " key=" + key);
            }
            LedgerConfig config = LedgerConfig.read(directory);
            if (client != null) {
                config = config.withClient(
                        client, VerificationKey.register(HexFormat.of().parseHex(key)));
            }
            config.clients().forEach((name, known) -> out.println(name + " " + known));
            return 0;
        } catch (LedgerException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return FAILED;
        } catch (IllegalArgumentException e) {
            spec.commandLine().getErr().println("a key has 64 hexadecimal digits key=" + key);
            return FAILED;
        } finally {
            out.flush();
            spec.commandLine().getErr().flush();
        }
    }

    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description = {
                "Show the local seats of a ledger: the last commit, which seats are missing, why nothing commits.",
                "Ends with 1 where one does not run or does not commit."
            })
    int status(@Parameters(paramLabel = "DIR", description = "The directory of the ledger.") Path directory) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Instant now = Instant.now();
            List<SeatReport> reports = SeatReport.read(LedgerConfig.read(directory));
            reports.forEach(report -> out.println(report.text(now)));
            if (reports.isEmpty()) {
                spec.commandLine().getErr().println("no seat has run on this machine directory=" + directory);
            }
            boolean isWell = !reports.isEmpty()
                    && reports.stream().allMatch(report -> report.isRunning(now) && report.isCommitting());
            return isWell ? 0 : FAILED;
        } catch (LedgerException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return FAILED;
        } finally {
            out.flush();
            spec.commandLine().getErr().flush();
        }
    }

    private static void show(PrintWriter out) {
        for (SignatureBackend backend : Signatures.available()) {
            Optional<String> wrong = Signatures.firstWrongAnswer(backend);
            out.printf(
                    "%-40s %s%n",
                    backend.name(), wrong.map(each -> "not used: " + each).orElse("passes"));
        }
        out.println("used: " + Signatures.fastest().backend().name());
    }

    private static BufferedReader open(Path file) throws IOException {
        return file.toString().equals("-")
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                : Files.newBufferedReader(file);
    }
}
