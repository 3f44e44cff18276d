package io.millrace.prove.fix;

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

/** {@code prove fix}: sessions on a host with a spare, of which one is killed. */
@Command(
        name = "fix",
        mixinStandardHelpOptions = true,
        description = {
            "Runs sessions of FIX on a host with a spare, with counterparties of QuickFIX/J, and kills the host, the",
            "spare or both at random moments; the spare is promoted. Each order is answered once and in its order, and",
            "a number that comes again has PossDupFlag and what it had before.",
            "A seed decides what is killed and after how many reports, not in which microsecond."
        })
final class FixCommand implements Callable<Integer> {
    private static final int USUAL_ROUNDS = 10;
    private static final String VERBOSITY = "slf4j.internal.verbosity";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often something is killed; the default is ${DEFAULT-VALUE}.",
            defaultValue = "" + USUAL_ROUNDS)
    private int rounds;

    @Option(names = "--seed", paramLabel = "N", description = "The default is another one each time.")
    private Long seed;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Works below this directory; the default is ${DEFAULT-VALUE}. What failed is kept.",
            defaultValue = "${sys:java.io.tmpdir}")
    private Path directory;

    FixCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1) {
            throw new ParameterException(spec.commandLine(), "--rounds must be at least 1 value=" + rounds);
        }
        if (System.getProperty(VERBOSITY) == null) {
            System.setProperty(VERBOSITY, "ERROR"); // or QuickFIX/J says that nothing shows its log
        }
        long chosen = seed != null ? seed : System.nanoTime() & Integer.MAX_VALUE;
        Path work = Files.createTempDirectory(Files.createDirectories(directory), "millrace-prove-");
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        tell(err, "fix: seed=" + chosen + " directory=" + work);
        long startNs = System.nanoTime();
        FixProof proof = new FixProof(work, chosen, line -> tell(err, line));
        boolean isProved = prove(proof, err);
        proof.counts().forEach((what, number) -> out.printf(Locale.ROOT, "%-40s %,d%n", what, number));
        if (isProved) {
            delete(work);
        } else {
            out.printf(Locale.ROOT, "again: millrace prove fix --rounds %d --seed %d%n", rounds, chosen);
        }
        out.printf(
                Locale.ROOT,
                "fix: %,d rounds in %.1f s, seed=%d: %s%n",
                rounds,
                (System.nanoTime() - startNs) / 1e9,
                chosen,
                isProved ? "nothing failed" : "FAILED");
        out.flush();
        return isProved ? 0 : 1;
    }

    private boolean prove(FixProof proof, PrintWriter err) throws IOException, InterruptedException {
        try {
            proof.run(rounds);
            return true;
        } catch (FixProofException | AssertionError e) { // of a process that hangs
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
