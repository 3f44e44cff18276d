package io.millrace.prove;

import io.millrace.channel.ChannelText;
import io.millrace.channel.Poll;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs a topology over three hosts, which are processes, and kills them with SIGKILL at random, also two at once, until
 * all have ended by themselves. Every channel then has the messages of a run in one process, on each host that has it.
 *
 * <p>A seed fixes how many components there are, on which hosts they are, and which hosts are killed after how many
 * messages.
 */
final class HostsProof {

    private static final List<String> HOSTS = List.of("a", "b", "c");
    private static final int FEWEST_STEPS = 3;
    private static final int MORE_STEPS = 4;
    private static final int MOST_KILLS = 5;
    private static final int MOST_MESSAGES = 1_500;
    private static final long MESSAGES = 3_000;
    private static final long RATE = 2_500;
    private static final long LOOK_MS = 2;
    private static final long END_WITHIN_SECONDS = 240;
    private static final int SHOWN_OF_ERRORS = 2_000;

    private final Path directory;
    private final long seed;
    private final Consumer<String> progress;

    HostsProof(Path directory, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.seed = seed;
        this.progress = progress;
    }

    ProofReport run(int rounds) throws IOException, InterruptedException {
        ProofReport report = new ProofReport("hosts", seed, rounds, directory, progress);
        for (long runSeed = seed; runSeed < seed + rounds; runSeed++) {
            Path scratch = Files.createDirectories(directory.resolve("seed-" + runSeed));
            try {
                new Round(scratch, runSeed, report).run();
                DirectoryTrees.delete(scratch);
            } catch (ProofException e) {
                report.fail(runSeed, "hosts directory=" + scratch, e);
            }
            report.ran();
        }
        return report;
    }

    /** The run of one seed. */
    private static final class Round {

        private final Path scratch;
        private final SplittableRandom random;
        private final ProofReport report;
        private final List<String> placed = new ArrayList<>();
        private final Process[] processes = new Process[HOSTS.size()];
        private Path file;

        Round(Path scratch, long seed, ProofReport report) {
            this.scratch = scratch;
            this.random = new SplittableRandom(seed);
            this.report = report;
        }

        void run() throws IOException, InterruptedException {
            int steps = FEWEST_STEPS + random.nextInt(MORE_STEPS);
            for (int step = 0; step < steps; step++) {
                placed.add(step < HOSTS.size() ? HOSTS.get(step) : HOSTS.get(random.nextInt(HOSTS.size())));
            }
            file = Files.writeString(scratch.resolve("hosts.yaml"), topology(true));
            runInOneProcess();
            try {
                for (int host = 0; host < HOSTS.size(); host++) {
                    start(host);
                }
                for (int kills = 1 + random.nextInt(MOST_KILLS); kills > 0; kills--) {
                    kill();
                }
                awaitEnds();
            } finally {
                for (Process process : processes) {
                    if (process != null) {
                        process.destroyForcibly().waitFor();
                    }
                }
            }
            compare();
        }

        /** Returns a chain of components; component n reads channel n - 1 and writes channel n. */
        private String topology(boolean onHosts) throws IOException {
            StringBuilder text = new StringBuilder("name: hosts\n");
            if (onHosts) {
                text.append("hosts:\n");
                List<ServerSocket> taken = new ArrayList<>();
                for (String host : HOSTS) {
                    ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    taken.add(free);
                    text.append("  ").append(host).append(": {address: \"127.0.0.1:");
                    text.append(free.getLocalPort()).append("\"}\n");
                }
                for (ServerSocket socket : taken) {
                    socket.close();
                }
            }
            text.append("channels:\n");
            for (int step = 0; step < placed.size(); step++) {
                text.append("  c").append(step).append(": {roll: {size: 64KiB}}\n");
            }
            text.append("components:\n");
            for (int step = 0; step < placed.size(); step++) {
                text.append("  s").append(step).append(": {class: ");
                text.append(step == 0 ? StepFeed.class.getName() : StepHash.class.getName());
                text.append(", writes: c").append(step);
                text.append(
                        step == 0 ? ", arguments: {count: \"" + MESSAGES + "\"}" : ", reads: [c" + (step - 1) + "]");
                text.append(onHosts ? ", host: " + placed.get(step) : "").append("}\n");
            }
            return text.toString();
        }

        private void runInOneProcess() throws IOException, InterruptedException {
            Topology one = Topology.load(Files.writeString(scratch.resolve("one.yaml"), topology(false)));
            try (RunningTopology running = TopologyRunner.open(one, RunOptions.in(scratch.resolve("one")))) {
                running.start();
                if (running.await() != RunEnd.ENDED) {
                    throw new ProofException("the run in one process has not ended end=" + running.end());
                }
            }
        }

        private void start(int host) throws IOException {
            processes[host] = JavaCommand.start(
                    io.millrace.cli.Millrace.class,
                    List.of(
                            "run",
                            file.toString(),
                            "--host",
                            HOSTS.get(host),
                            "--data",
                            data(host).toString(),
                            "--rate",
                            Long.toString(RATE)),
                    scratch.resolve("out-" + HOSTS.get(host) + ".txt"));
        }

        private Path data(int host) {
            return scratch.resolve(HOSTS.get(host));
        }

        /** Kills one host, or two at once, when the first of them has written some more messages; starts them again. */
        private void kill() throws IOException, InterruptedException {
            int host = random.nextInt(HOSTS.size());
            int other = random.nextInt(HOSTS.size() + 2); // often none
            long target = messages(host) + random.nextInt(MOST_MESSAGES);
            while (processes[host].isAlive() && messages(host) < target) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
                expectNoFailure();
            }
            report.count(processes[host].isAlive() ? "killed at work" : "killed after its end", 1);
            processes[host].destroyForcibly().waitFor();
            boolean isPair = other < HOSTS.size() && other != host;
            if (isPair) {
                processes[other].destroyForcibly().waitFor();
                report.count("killed with it", 1);
            }
            start(host);
            if (isPair) {
                start(other);
            }
        }

        private void awaitEnds() throws IOException, InterruptedException {
            long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_WITHIN_SECONDS);
            for (int host = 0; host < HOSTS.size(); host++) {
                while (!processes[host].waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
                    expectNoFailure();
                    if (System.nanoTime() - untilNs > 0) {
                        throw new ProofException("a host does not end host=" + HOSTS.get(host) + said(host));
                    }
                }
            }
            expectNoFailure();
        }

        private void expectNoFailure() throws IOException {
            for (int host = 0; host < HOSTS.size(); host++) {
                if (!processes[host].isAlive() && processes[host].exitValue() != 0) {
                    throw new ProofException("a host has failed host=" + HOSTS.get(host) + " exit="
                            + processes[host].exitValue() + said(host));
                }
            }
        }

        private String said(int host) throws IOException {
            String text = Files.readString(scratch.resolve("out-" + HOSTS.get(host) + ".txt"));
            return " said=" + text.substring(Math.max(0, text.length() - SHOWN_OF_ERRORS));
        }

        /** Returns how many messages the channels have that a host writes. */
        private long messages(int host) {
            long messages = 0;
            for (int step = 0; step < placed.size(); step++) {
                Path journal = data(host).resolve("c" + step);
                if (placed.get(step).equals(HOSTS.get(host)) && Journal.exists(journal)) {
                    try (Journal opened = Journal.openReadOnly(journal)) {
                        messages += opened.messages();
                    } catch (JournalException e) {
                        return messages; // it is being made
                    }
                }
            }
            return messages;
        }

        private void compare() {
            for (int step = 0; step < placed.size(); step++) {
                List<String> expected = calls(scratch.resolve("one").resolve("c" + step));
                for (int host = 0; host < HOSTS.size(); host++) {
                    Path channel = data(host).resolve("c" + step);
                    boolean isThere = placed.get(step).equals(HOSTS.get(host));
                    if (!isThere && !Journal.exists(channel)) {
                        continue;
                    }
                    List<String> found = calls(channel);
                    if (!found.equals(expected)) {
                        int same = 0;
                        while (same < Math.min(found.size(), expected.size())
                                && found.get(same).equals(expected.get(same))) {
                            same++;
                        }
                        throw new ProofException("a channel differs from that of one process channel=c" + step
                                + " host=" + HOSTS.get(host) + " messages=" + found.size() + " expected="
                                + expected.size() + " firstDifference=" + same);
                    }
                    report.count(isThere ? "channels compared" : "copies compared", 1);
                    report.count("messages compared", found.size());
                }
            }
        }

        private static List<String> calls(Path channel) {
            List<String> calls = new ArrayList<>();
            try (ChannelText text = ChannelText.open(channel)) {
                while (text.next() == Poll.MESSAGE) {
                    calls.add(text.yaml());
                }
            }
            return calls;
        }
    }
}
