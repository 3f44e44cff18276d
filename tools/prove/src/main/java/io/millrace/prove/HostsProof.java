package io.millrace.prove;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs topologies over hosts, which are processes, kills them with SIGKILL at random, also two at once, and cuts and
 * stalls the links between them. Rounds are of two kinds, and the seed says of which.
 *
 * <p>With steps: a source, components in a chain and a gateway on three hosts, until all have ended by themselves. In
 * some runs a host has a spare, which is promoted when the host is lost. Every channel then has the messages of a run
 * in one process, on each host that has it, and the database has its rows.
 *
 * <p>With ports: a component with its timer, a gateway and a server for clients on a host with a spare, which is lost
 * several times. Rows, answers, events and what clients have seen then equal those of one process.
 *
 * <p>A seed fixes how many components there are, on which hosts they are, and what goes wrong after how many messages.
 */
final class HostsProof {

    /** What runs on the hosts of a round. */
    enum Kind {
        /** A chain of components, which ends by itself. */
        STEPS,
        /** A component with a timer and a gateway, with clients. */
        PORTS;

        /** Returns what runs in the round of a seed. */
        static Kind of(long seed) {
            return values()[Math.floorMod(seed, values().length)];
        }
    }

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

    /** Makes rounds of some kinds, from the first seed on that is of one of them. */
    ProofReport run(int rounds, Set<Kind> kinds) throws IOException, InterruptedException {
        ProofReport report = new ProofReport("hosts", seed, rounds, directory, progress);
        ProcessClasses classes = rounds > 1
                ? ProcessClasses.packed(directory.resolve("classes"))
                : ProcessClasses.ofThisProcess(); // an archive would be written and not be used
        report.summarize(HostPromotion.PROMOTIONS);
        int round = 0;
        for (long runSeed = seed; round < rounds; runSeed++) {
            if (!kinds.contains(Kind.of(runSeed))) {
                continue;
            }
            round++;
            StringBuilder done = new StringBuilder();
            Path scratch = Files.createDirectories(directory.resolve("seed-" + runSeed));
            try {
                if (Kind.of(runSeed) == Kind.STEPS) {
                    new HostsRound(scratch, classes, postgresql, runSeed, report, done).run();
                } else {
                    new HostPortsRound(scratch, classes, postgresql, runSeed, report, done).run();
                }
                DirectoryTrees.delete(scratch);
            } catch (RuntimeException e) { // whatever the journals and the clients say is a finding too
                String cause = e.getCause() == null ? "" : " cause=" + e.getCause();
                report.fail(runSeed, "hosts round=" + round + " directory=" + scratch + " done:" + done + cause, e);
            }
            report.note("seed=" + runSeed + done);
            report.ran();
        }
        return report;
    }
}
