package io.millrace.prove;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs a topology over three hosts, which are processes, kills them with SIGKILL at random, also two at once, and cuts
 * and stalls the links between them, until all have ended by themselves. In some runs a host has a spare, which is
 * promoted when the host is lost. Every channel then has the messages of a run
 * in one process, on each host that has it, and the database has its rows.
 *
 * <p>A seed fixes how many components there are, on which hosts they are, and what goes wrong after how many messages.
 */
final class HostsProof {

    private final Path directory;
    private final Optional<String> postgresql;
    private final long seed;
    private final Consumer<String> progress;

    /**
     * Creates the proof.
     *
     * @param directory where it works
     * @param postgresql the URL of a PostgreSQL database with user and password; without it rows are in a file of H2
     * @param seed the seed of the first round
     * @param progress is told how far it is
     */
    HostsProof(Path directory, Optional<String> postgresql, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.postgresql = postgresql;
        this.seed = seed;
        this.progress = progress;
    }

    ProofReport run(int rounds) throws IOException, InterruptedException {
        ProofReport report = new ProofReport("hosts", seed, rounds, directory, progress);
        report.summarize(HostPromotion.PROMOTIONS);
        for (long runSeed = seed; runSeed < seed + rounds; runSeed++) {
            StringBuilder done = new StringBuilder();
            Path scratch = Files.createDirectories(directory.resolve("seed-" + runSeed));
            try {
                new HostsRound(scratch, postgresql, runSeed, report, done).run();
                DirectoryTrees.delete(scratch);
            } catch (ProofException e) {
                report.fail(
                        runSeed, "hosts round=" + (runSeed - seed + 1) + " directory=" + scratch + " done:" + done, e);
            }
            report.note("seed=" + runSeed + done);
            report.ran();
        }
        return report;
    }
}
