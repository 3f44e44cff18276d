package io.millrace.prove;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Runs a source, a threshold with a timer, a gateway to a database whose results answer calls, and a server for clients
 * with console and meters, while clients follow, append, call and query over WebSocket and TCP; the process is killed
 * with SIGKILL and connections are reset and held at random. Afterwards rows, answers, events and what clients have
 * followed equal those of one undisturbed process, each answer that a client got is recorded, no number was carried out
 * twice, and calls that are made again get the recorded answer.
 *
 * <p>A seed fixes what clients call and what goes wrong after how many answers and events, not in which microsecond.
 */
final class PortsProof {

    private final Path directory;
    private final long seed;
    private final Consumer<String> progress;

    /**
     * Creates the proof.
     *
     * @param directory where it works
     * @param seed the seed of the first round
     * @param progress is told how far it is
     */
    PortsProof(Path directory, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.seed = seed;
        this.progress = progress;
    }

    ProofReport run(int rounds) throws IOException, InterruptedException {
        ProofReport report = new ProofReport("ports", seed, rounds, directory, progress);
        report.summarize(PortsRound.DISTURBANCES);
        for (long runSeed = seed; runSeed < seed + rounds; runSeed++) {
            StringBuilder done = new StringBuilder();
            Path scratch = Files.createDirectories(directory.resolve("seed-" + runSeed));
            try {
                new PortsRound(scratch, ProcessClasses.ofThisProcess(), runSeed, report, done).run();
                DirectoryTrees.delete(scratch);
            } catch (RuntimeException e) {
                // Whatever the journals and the clients say is a finding too.
                String cause = e.getCause() == null ? "" : " cause=" + e.getCause();
                report.fail(
                        runSeed,
                        "ports round=" + (runSeed - seed + 1) + " directory=" + scratch + " done:" + done + cause,
                        e);
            }
            report.note("seed=" + runSeed + done);
            report.ran();
        }
        return report;
    }
}
