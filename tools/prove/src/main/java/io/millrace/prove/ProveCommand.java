package io.millrace.prove;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code prove}: shows on this machine and this disk that journals and transactions keep what they promise. */
@Command(
        name = "prove",
        mixinStandardHelpOptions = true,
        description = {
            "Shows on this machine and this disk that journals and transactions keep what they promise.",
            "A proof prints its seed, ends with 1 where something failed, and keeps the directory of what failed."
        })
final class ProveCommand {
    private static final String LOG_CONFIGURATION = "java.util.logging.config.file";

    @Spec
    private CommandSpec spec;

    ProveCommand() {}

    /** A proof, told where to work, by which seed, and whom to tell how far it is. */
    private interface Proof {
        ProofReport run(Path directory, long seed, Consumer<String> progress) throws IOException, InterruptedException;
    }

    @Command(
            name = "crash",
            mixinStandardHelpOptions = true,
            description = {
                "Kills a writer process at every step of append, roll, index, position and sync, and at random.",
                "Afterwards nothing acknowledged is lost, nothing torn is delivered, and all readers agree."
            })
    int crash(
            @Option(names = "--kills", defaultValue = "100", description = "How many; ${DEFAULT-VALUE} by default.")
                    int kills,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        atLeastOne("--kills", kills);
        return run(options, (directory, seed, progress) -> new CrashProof(directory, seed, progress).run(kills));
    }

    @Command(
            name = "power",
            mixinStandardHelpOptions = true,
            description = {
                "Simulates losses of power: any of the sectors and directory entries that were not forced are lost.",
                "Afterwards everything that was synced is there, and no index is given twice."
            })
    int power(
            @Option(names = "--seeds", defaultValue = "200", description = "How many; ${DEFAULT-VALUE} by default.")
                    int seeds,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        atLeastOne("--seeds", seeds);
        quietenRecoveries();
        return run(options, (directory, seed, progress) -> new PowerProof(directory, seed, progress).run(seeds));
    }

    @Command(
            name = "corrupt",
            mixinStandardHelpOptions = true,
            description = {
                "Flips bits of every kind in the files of a journal: verify finds them, readers deliver nothing wrong,",
                "and repair keeps every other message."
            })
    int corrupt(
            @Option(
                            names = "--flips",
                            defaultValue = "20",
                            description = "How many of each kind; ${DEFAULT-VALUE} by default.")
                    int flips,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        atLeastOne("--flips", flips);
        return run(options, (directory, seed, progress) -> new CorruptProof(directory, seed, progress).run(flips));
    }

    @Command(
            name = "transactions",
            mixinStandardHelpOptions = true,
            description = {
                "Has everything go wrong at every call of both phases and of recovery, over simulated resources and a",
                "simulated log, and then at random: afterwards all branches ended the same way and hold nothing.",
                "With --processes, kills real processes that work with a real PostgreSQL, an H2 and files instead."
            })
    int transactions(
            @Option(
                            names = "--seeds",
                            defaultValue = "10000",
                            description = "How many runs at random; ${DEFAULT-VALUE} by default.")
                    int seeds,
            @Option(
                            names = "--processes",
                            paramLabel = "N",
                            description = "Makes N runs with processes that are killed, each by a seed of its own.")
                    Integer processes,
            @Option(
                            names = "--postgresql",
                            paramLabel = "URL",
                            description = {
                                "The database for --processes:",
                                "jdbc:postgresql://HOST/DATABASE?user=USER&password=PASSWORD,",
                                "of a server with max_prepared_transactions of 16 or more, used by nobody else."
                            })
                    String postgresql,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        if (processes != null || postgresql != null) {
            if (processes == null || postgresql == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--processes and --postgresql go together: processes=" + processes + " postgresql="
                                + postgresql);
            }
            atLeastOne("--processes", processes);
            return run(
                    options,
                    (directory, seed, progress) ->
                            new ProcessProof(directory, postgresql, seed, progress).run(processes));
        }
        atLeastOne("--seeds", seeds);
        return run(
                options, (directory, seed, progress) -> new TransactionProof(directory, seed, progress).run(seeds, 1));
    }

    /** Each loss of power is a warning of the journal, and there are thousands: only errors are shown. */
    private static void quietenRecoveries() throws IOException {
        if (System.getProperty(LOG_CONFIGURATION) == null) {
            Path file = Files.createTempFile("millrace-prove-", ".properties");
            Files.writeString(file, "handlers=java.util.logging.ConsoleHandler\nio.millrace.journal.level=SEVERE\n");
            System.setProperty(LOG_CONFIGURATION, file.toString());
            System.getLogger(ProveCommand.class.getPackageName()).isLoggable(System.Logger.Level.INFO); // reads it
            Files.delete(file);
        }
    }

    private void atLeastOne(String option, int value) {
        if (value < 1) {
            throw new ParameterException(spec.commandLine(), option + " is 1 or more: value=" + value);
        }
    }

    private int run(ProofOptions options, Proof proof) throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Path directory = Files.createTempDirectory(Files.createDirectories(options.directory()), "millrace-prove-");
        ProofReport report = proof.run(directory, options.seed(), line -> {
            err.println(line);
            err.flush();
        });
        if (options.json() != null) {
            report.writeJson(options.json());
        }
        if (report.isProved()) {
            Trees.delete(directory);
        }
        out.print(report.text());
        out.flush();
        return report.isProved() ? 0 : 1;
    }
}
