package io.millrace.ledger.cli;

import io.millrace.ledger.DagFile;
import io.millrace.ledger.LedgerException;
import io.millrace.ledger.SignatureBackend;
import io.millrace.ledger.Signatures;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ledger}: what the commit rule decides, and keys. */
@Command(
        name = "ledger",
        mixinStandardHelpOptions = true,
        description = "Work with the ledger: an order of signed calls among parties that do not trust each other.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace ledger decide blocks.dag",
            "  millrace ledger keys",
            "  millrace ledger keys --generate seat.key"
        })
final class LedgerCommand implements Runnable {
    private static final int FAILED = 1;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command; known commands are decide and keys");
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
                out.println(KeyFile.generate(file));
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
