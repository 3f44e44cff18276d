package io.millrace.prove;

import io.millrace.channel.ChannelText;
import io.millrace.channel.Poll;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.prove.LinkProxy.State;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** One seed of {@link HostsProof}. Used by one thread. */
final class HostsRound {

    private static final List<String> HOSTS = List.of("a", "b", "c");
    private static final String LOOPBACK = "127.0.0.1";
    private static final int MOST_FAULTS = 5;
    private static final int KINDS_OF_FAULTS = 5;
    private static final int MOST_MESSAGES = 1_500;
    private static final int LONGEST_FAULT_MS = 2_500;
    private static final int MOST_DATABASE_CUTS = 4;
    private static final int LONGEST_DATABASE_PAUSE_MS = 500;
    private static final long MESSAGES = 3_000;
    private static final long RATE = 2_500;
    private static final long LOOK_MS = 2;
    private static final long END_WITHIN_SECONDS = 240;
    private static final int SHOWN_OF_ERRORS = 2_000;

    private final Path scratch;
    private final Optional<String> postgresql;
    private final long seed;
    private final SplittableRandom random;
    private final ProofReport report;
    private final HostsPlan plan;
    private final Process[] processes = new Process[HOSTS.size()];

    /** The proxies by which a host reaches another one. */
    private final LinkProxy[][] links = new LinkProxy[HOSTS.size()][HOSTS.size()];

    /** The proxy by which the gateway reaches its database; null where that is in its process. */
    private LinkProxy database;

    HostsRound(Path scratch, Optional<String> postgresql, long seed, ProofReport report) {
        this.scratch = scratch;
        this.postgresql = postgresql;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.report = report;
        this.plan = HostsPlan.of(random, HOSTS.size());
    }

    void run() throws IOException, InterruptedException {
        StepRows expected = rows("one");
        StepRows found = rows("hosts");
        try {
            runInOneProcess(expected.url());
            writeTopologies(found.reachedBy(this::proxied).orElse(found).url());
            for (int host = 0; host < HOSTS.size(); host++) {
                start(host);
            }
            for (int faults = 1 + random.nextInt(MOST_FAULTS); faults > 0; faults--) {
                fault();
            }
            awaitEnds();
        } finally {
            for (Process process : processes) {
                if (process != null) {
                    process.destroyForcibly().waitFor();
                }
            }
            closeProxies();
        }
        compareChannels();
        compareRows(
                postgresql.isPresent()
                        ? expected
                        : StepRows.inFile(scratch.resolve("one").toString()),
                postgresql.isPresent()
                        ? found
                        : StepRows.inFile(data(plan.gateway()).toString()));
        expected.drop();
        found.drop();
    }

    private void closeProxies() throws IOException {
        for (LinkProxy[] from : links) {
            for (LinkProxy link : from) {
                if (link != null) {
                    link.close();
                }
            }
        }
        if (database != null) {
            database.close();
        }
    }

    /** Returns the table of a run, in a database of its own or in the data directory of its gateway. */
    private StepRows rows(String run) {
        return postgresql
                .map(url -> StepRows.postgresql(url, "millrace_prove_" + run + "_" + seed))
                .orElse(StepRows.inFile("${data}"));
    }

    private int proxied(String host, int port) throws IOException {
        database = LinkProxy.start(host, port);
        return database.port();
    }

    private void runInOneProcess(String url) throws IOException, InterruptedException {
        String text = plan.topology(new LinkedHashMap<>(), url, MESSAGES);
        Topology one = Topology.load(Files.writeString(scratch.resolve("one.yaml"), text));
        try (RunningTopology running = TopologyRunner.open(one, RunOptions.in(scratch.resolve("one")))) {
            running.start();
            if (running.await() != RunEnd.ENDED) {
                throw new ProofException("the run in one process has not ended end=" + running.end());
            }
        }
    }

    /** Writes a file for each host, in which the addresses of the others are those of the proxies on the way. */
    private void writeTopologies(String url) throws IOException {
        int[] ports = new int[HOSTS.size()];
        List<ServerSocket> taken = new ArrayList<>();
        for (int host = 0; host < HOSTS.size(); host++) {
            ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            taken.add(free);
            ports[host] = free.getLocalPort();
        }
        for (int from = 0; from < HOSTS.size(); from++) {
            SequencedMap<String, String> addresses = new LinkedHashMap<>();
            for (int to = 0; to < HOSTS.size(); to++) {
                int port = ports[to];
                if (to != from) {
                    links[from][to] = LinkProxy.start(LOOPBACK, port);
                    port = links[from][to].port();
                }
                addresses.put(HOSTS.get(to), LOOPBACK + ":" + port);
            }
            Files.writeString(file(from), plan.topology(addresses, url, MESSAGES));
        }
        for (ServerSocket socket : taken) {
            socket.close();
        }
    }

    private Path file(int host) {
        return scratch.resolve("hosts-" + HOSTS.get(host) + ".yaml");
    }

    private void start(int host) throws IOException {
        processes[host] = JavaCommand.start(
                io.millrace.cli.Millrace.class,
                List.of(
                        "run",
                        file(host).toString(),
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

    /** Makes something go wrong when some host has written some more messages. */
    private void fault() throws IOException, InterruptedException {
        int host = random.nextInt(HOSTS.size());
        long target = messages(host) + random.nextInt(MOST_MESSAGES);
        while (processes[host].isAlive() && messages(host) < target) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            expectNoFailure();
        }
        switch (random.nextInt(KINDS_OF_FAULTS)) {
            case 0 -> disturb(host, State.CUT);
            case 1 -> disturb(host, State.HOLD);
            case 2 -> cutDatabase();
            default -> kill(host);
        }
    }

    /** Cuts the connections of the gateway to its database, so that it does not know whether a commit was made. */
    private void cutDatabase() throws IOException, InterruptedException {
        if (database == null) {
            return;
        }
        for (int cuts = random.nextInt(MOST_DATABASE_CUTS); cuts >= 0; cuts--) {
            database.set(State.CUT);
            report.count("connections to the database cut", 1);
            database.set(State.PASS);
            pass(random.nextInt(LONGEST_DATABASE_PAUSE_MS));
        }
    }

    private void pass(long ms) throws IOException, InterruptedException {
        long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        while (System.nanoTime() - untilNs < 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            expectNoFailure();
        }
    }

    /** Kills a host, or two at once, and starts them again. */
    private void kill(int host) throws IOException, InterruptedException {
        int other = random.nextInt(HOSTS.size() + 2); // often none
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

    /** Cuts or stalls the links of a host with one of the others for a while, in which a host may be killed as well. */
    private void disturb(int host, State state) throws IOException, InterruptedException {
        int other = (host + 1 + random.nextInt(HOSTS.size() - 1)) % HOSTS.size();
        links[host][other].set(state);
        links[other][host].set(state);
        report.count(state == State.CUT ? "links cut" : "links stalled", 1);
        if (random.nextBoolean()) {
            kill(random.nextBoolean() ? host : other);
        }
        pass(random.nextInt(LONGEST_FAULT_MS));
        links[host][other].set(State.PASS);
        links[other][host].set(State.PASS);
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
        for (String channel : plan.writtenOn(host)) {
            Path journal = data(host).resolve(channel);
            if (Journal.exists(journal)) {
                try (Journal opened = Journal.openReadOnly(journal)) {
                    messages += opened.messages();
                } catch (JournalException e) {
                    return messages; // it is being made
                }
            }
        }
        return messages;
    }

    private void compareChannels() {
        plan.owners().forEach((channel, owner) -> {
            List<String> expected = calls(scratch.resolve("one").resolve(channel));
            for (int host = 0; host < HOSTS.size(); host++) {
                Path journal = data(host).resolve(channel);
                if (owner == host || Journal.exists(journal)) {
                    List<String> found = calls(journal);
                    compare(
                            "a channel differs from that of one process channel=" + channel + " host="
                                    + HOSTS.get(host),
                            expected,
                            found);
                    report.count(owner == host ? "channels compared" : "copies compared", 1);
                    report.count("messages compared", found.size());
                }
            }
        });
    }

    private void compareRows(StepRows expected, StepRows found) {
        List<String> rows = found.all();
        compare("rows differ from those of one process", expected.all(), rows);
        report.count("rows compared", rows.size());
    }

    private static void compare(String what, List<String> expected, List<String> found) {
        if (found.equals(expected)) {
            return;
        }
        int same = 0;
        while (same < Math.min(found.size(), expected.size()) && found.get(same).equals(expected.get(same))) {
            same++;
        }
        throw new ProofException(
                what + " found=" + found.size() + " expected=" + expected.size() + " firstDifference=" + same);
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
