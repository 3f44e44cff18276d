package io.millrace.prove;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
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
            "Checks on this machine and disk that journals, maps and transactions keep their guarantees.",
            "A proof prints its seed, ends with 1 where something failed, and keeps the directory of what failed."
        })
final class ProveCommand {
    private static final String LOG_CONFIGURATION = "java.util.logging.config.file";

    private static final int USUAL_KILLS = 100;
    private static final int USUAL_ROUNDS = 20;
    private static final int USUAL_LOSSES = 200;
    private static final int USUAL_FLIPS = 20;
    private static final int USUAL_TRANSACTIONS = 10_000;

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
            @Option(names = "--kills", description = "How many journals; 100 by default, and 1 with --seed.")
                    Integer kills,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        int runs = atLeastOne("--kills", options.runs(kills, USUAL_KILLS));
        return run(options, (directory, seed, progress) -> new CrashProof(directory, seed, progress).run(runs));
    }

    @Command(
            name = "power",
            mixinStandardHelpOptions = true,
            description = {
                "Simulates losses of power: any of the sectors and directory entries that were not forced are lost.",
                "Afterwards everything that was synced is there, and no index is given twice."
            })
    int power(
            @Option(names = "--seeds", description = "How many; 200 by default, and 1 with --seed.") Integer seeds,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        int runs = atLeastOne("--seeds", options.runs(seeds, USUAL_LOSSES));
        quietenRecoveries();
        return run(options, (directory, seed, progress) -> new PowerProof(directory, seed, progress).run(runs));
    }

    @Command(
            name = "hosts",
            mixinStandardHelpOptions = true,
            description = {
                "Runs topologies over hosts, which are processes, kills these at random, also two at once, and cuts",
                "and stalls the links between them, and that to PostgreSQL. In most runs a host has a spare, which is",
                "promoted when its machine is lost, after what others and the database have was compared with what it",
                "holds. Afterwards every channel has the messages of a run in one process, on each host that has it,",
                "and the database has its rows. With odd seeds the host has a component with a timer, a gateway and a",
                "server for clients, and is lost several times; these get the answers and events of one process."
            })
    int hosts(
            @Option(names = "--rounds", description = "How many runs; 20 by default, and 1 with --seed.")
                    Integer rounds,
            @Option(
                            names = "--postgresql",
                            paramLabel = "URL",
                            description = {
                                "The database of the rows:",
                                "jdbc:postgresql://HOST/DATABASE?user=USER&password=PASSWORD,",
                                "where schemas are made and removed; an H2 in a file when left out."
                            })
                    Optional<String> postgresql,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        int runs = atLeastOne("--rounds", options.runs(rounds, USUAL_ROUNDS));
        return run(
                options,
                (directory, seed, progress) -> new HostsProof(directory, postgresql, seed, progress)
                        .run(runs, EnumSet.allOf(HostsProof.Kind.class)));
    }

    @Command(
            name = "ports",
            mixinStandardHelpOptions = true,
            description = {
                "Runs a source, a threshold with a timer, a gateway to a database whose results answer calls, and a",
                "server for clients with console and meters, while clients follow, append, call and query over",
                "WebSocket and TCP; kills the process and resets connections at random. Afterwards rows, answers,",
                "events and what clients have followed equal those of one undisturbed process, no call was carried",
                "out twice, and a call that is made again gets its recorded answer."
            })
    int ports(
            @Option(names = "--rounds", description = "How many runs; 20 by default, and 1 with --seed.")
                    Integer rounds,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        int runs = atLeastOne("--rounds", options.runs(rounds, USUAL_ROUNDS));
        return run(options, (directory, seed, progress) -> new PortsProof(directory, seed, progress).run(runs));
    }

    @Command(
            name = "map",
            mixinStandardHelpOptions = true,
            description = {
                "Kills the owners of maps at every step of their journals and of compaction, and at random, while",
                "this process reads the maps and follows them; simulates losses of power. Kills and stops processes",
                "that share a map, in the middle of changes too.",
                "Afterwards a map has all changes that had returned, or were synced, and of a batch all or nothing;",
                "what processes that share a map were told is what its journal says."
            })
    int map(
            @Option(names = "--rounds", description = "How many maps; 100 by default, and 1 with --seed.")
                    Integer rounds,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        int runs = atLeastOne("--rounds", options.runs(rounds, USUAL_KILLS));
        quietenRecoveries();
        return run(options, (directory, seed, progress) -> new MapProof(directory, seed, progress).run(runs));
    }

    @Command(
            name = "order",
            mixinStandardHelpOptions = true,
            description = {
                "Applies one ordered log on two nodes that are killed and lose power. Afterwards their outputs and",
                "states are equal; a difference names its channel, its position and both values."
            })
    int order(
            @Option(names = "--rounds", description = "How many logs; 20 by default, and 1 with --seed.")
                    Integer rounds,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        int runs = atLeastOne("--rounds", options.runs(rounds, USUAL_ROUNDS));
        quietenRecoveries();
        return run(options, (directory, seed, progress) -> new OrderProof(directory, seed, progress).run(runs));
    }

    @Command(
            name = "copy-power",
            mixinStandardHelpOptions = true,
            description = {
                "Simulates losses of power at a copy of a journal, while it is being filled.",
                "Afterwards it is a prefix of its source with everything that was forced, shows no half of a batch,",
                "and is filled again."
            })
    int copyPower(
            @Option(names = "--seeds", description = "How many; 200 by default, and 1 with --seed.") Integer seeds,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        int runs = atLeastOne("--seeds", options.runs(seeds, USUAL_LOSSES));
        quietenRecoveries();
        return run(options, (directory, seed, progress) -> new CopyPowerProof(directory, seed, progress).run(runs));
    }

    @Command(
            name = "corrupt",
            mixinStandardHelpOptions = true,
            description = {
                "Flips bits of every kind in the files of a journal: verify finds them, readers deliver nothing wrong,",
                "and repair keeps every other message."
            })
    int corrupt(
            @Option(names = "--flips", description = "How many of each kind; 20 by default, and 1 in all with --seed.")
                    Integer flips,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        int kinds = DamageKind.values().length;
        int runs = flips == null
                ? options.runs(null, USUAL_FLIPS * kinds)
                : Math.multiplyExact(atLeastOne("--flips", flips), kinds);
        return run(options, (directory, seed, progress) -> new CorruptProof(directory, seed, progress).run(runs));
    }

    @Command(
            name = "transactions",
            mixinStandardHelpOptions = true,
            description = {
                "Has everything go wrong at every call of both phases and of recovery, over simulated resources and a",
                "simulated log, and then at random: afterwards all branches ended the same way and hold nothing.",
                "Some of the runs at random have the logs of the real stores, which lose power and are damaged: they",
                "have all that was forced, or refuse to open and say where.",
                "With --processes, kills real processes that work with a real PostgreSQL, an H2 and files instead."
            })
    int transactions(
            @Option(
                            names = "--seeds",
                            description = {
                                "How many runs at random, after the numbered ones; 10000 by default. With --seed and",
                                "without this, the one run at random of that seed and nothing else."
                            })
                    Integer seeds,
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
                                "of a server with max_prepared_transactions of 16 or more, not used by others."
                            })
                    String postgresql,
            @Mixin ProofOptions options)
            throws IOException, InterruptedException {
        if (processes != null || postgresql != null) {
            if (processes == null || postgresql == null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--processes and --postgresql must be used together processes=" + processes + " postgresql="
                                + postgresql);
            }
            atLeastOne("--processes", processes);
            return run(
                    options,
                    (directory, seed, progress) ->
                            new ProcessProof(directory, postgresql, seed, progress).run(processes));
        }
        int runs = atLeastOne("--seeds", options.runs(seeds, USUAL_TRANSACTIONS));
        boolean isAgain = options.isAgain(seeds);
        return run(options, (directory, seed, progress) -> {
            TransactionProof proof = new TransactionProof(directory, seed, progress);
            return isAgain ? proof.again() : proof.run(runs, 1);
        });
    }

    /** Shows only errors: each loss of power is a warning of the journal, and there are thousands. */
    private static void quietenRecoveries() throws IOException {
        if (System.getProperty(LOG_CONFIGURATION) == null) {
            Path file = Files.createTempFile("millrace-prove-", ".properties");
            Files.writeString(file, "handlers=java.util.logging.ConsoleHandler\nio.millrace.journal.level=SEVERE\n");
            System.setProperty(LOG_CONFIGURATION, file.toString());
            System.getLogger(ProveCommand.class.getPackageName()).isLoggable(System.Logger.Level.INFO); // reads it
            Files.delete(file);
        }
    }

    private int atLeastOne(String option, int value) {
        if (value < 1) {
            throw new ParameterException(spec.commandLine(), option + " must be at least 1 value=" + value);
        }
        return value;
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
            DirectoryTrees.delete(directory);
        }
        out.print(report.text());
        out.flush();
        return report.isProved() ? 0 : 1;
    }
}
