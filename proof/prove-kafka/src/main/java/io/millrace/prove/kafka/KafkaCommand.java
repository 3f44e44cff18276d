package io.millrace.prove.kafka;

import io.millrace.prove.kafka.KafkaProof.Links;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code prove kafka}: a run between two topics whose processes are killed. */
@Command(
        name = "kafka",
        mixinStandardHelpOptions = true,
        description = {
            "Runs sources, a component and a gateway between two topics, and kills the run, a broker or both at random",
            "moments. Afterwards a reader of committed records sees what an undisturbed run gives: no record",
            "twice, none missing, each partition in order. Brokers are processes on this machine.",
            "A seed decides what is killed and after how many records, not in which microsecond."
        })
final class KafkaCommand implements Callable<Integer> {
    private static final int USUAL_ROUNDS = 10;
    private static final int MOST_BROKERS = 5;
    private static final String VERBOSITY = "slf4j.internal.verbosity";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often something is killed; the default is ${DEFAULT-VALUE}.",
            defaultValue = "" + USUAL_ROUNDS)
    private int rounds;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            description = {
                "How many brokers there are, of which one at a time is killed; 3 when left out. With one alone, Kafka",
                "itself may forget a transaction that was just committed: see the documentation."
            },
            defaultValue = "3")
    private int brokers;

    @Option(
            names = "--tls",
            description = "The run is connected with brokers by TLS, and some rounds lose, hold or end what is sent"
                    + " between them in place of killing something.")
    private boolean isSecured;

    @Option(names = "--seed", paramLabel = "N", description = "The default is another one each time.")
    private Long seed;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Works below this directory; the default is ${DEFAULT-VALUE}. What failed is kept.",
            defaultValue = "${sys:java.io.tmpdir}")
    private Path directory;

    KafkaCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1) {
            throw new ParameterException(spec.commandLine(), "--rounds must be at least 1 value=" + rounds);
        }
        if (brokers < 1 || brokers > MOST_BROKERS) {
            throw new ParameterException(
                    spec.commandLine(), "--brokers must be 1 to " + MOST_BROKERS + " value=" + brokers);
        }
        if (System.getProperty(VERBOSITY) == null) {
            System.setProperty(VERBOSITY, "ERROR"); // or Kafka's client says that nothing shows its log
        }
        long chosen = seed != null ? seed : System.nanoTime() & Integer.MAX_VALUE;
        Path work = Files.createTempDirectory(Files.createDirectories(directory), "millrace-prove-");
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        tell(err, "kafka: seed=" + chosen + " directory=" + work);
        long startNs = System.nanoTime();
        KafkaProof proof = new KafkaProof(
                work, chosen, brokers, isSecured ? Links.TLS_WITH_DROPS : Links.PLAIN, line -> tell(err, line));
        boolean isProved = prove(proof, err);
        proof.counts().forEach((what, number) -> out.printf(Locale.ROOT, "%-40s %,d%n", what, number));
        if (isProved) {
            delete(work);
        } else {
            out.printf(
                    Locale.ROOT,
                    "again: millrace prove kafka --rounds %d --brokers %d --seed %d%s%n",
                    rounds,
                    brokers,
                    chosen,
                    isSecured ? " --tls" : "");
        }
        out.printf(
                Locale.ROOT,
                "kafka: %,d rounds in %.1f s, brokers=%d seed=%d: %s%n",
                rounds,
                (System.nanoTime() - startNs) / 1e9,
                brokers,
                chosen,
                isProved ? "nothing failed" : "FAILED");
        out.flush();
        return isProved ? 0 : 1;
    }

    private boolean prove(KafkaProof proof, PrintWriter err) throws IOException, InterruptedException {
        try {
            proof.run(rounds);
            return true;
        } catch (KafkaProofException e) {
            tell(err, "FAILED " + e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause()));
            return false;
        }
    }

    private static void tell(PrintWriter err, String line) {
        err.println(line);
        err.flush();
    }

    private static void delete(Path work) throws IOException {
        try (Stream<Path> paths = Files.walk(work)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
