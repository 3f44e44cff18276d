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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;

/** One seed of {@link HostsProof}. Used by one thread. */
final class HostsRound {

    private static final List<String> TABLES = List.of("steps");
    private static final List<String> HOSTS = List.of("a", "b", "c");
    private static final int MOST_FAULTS = 5;
    private static final int KINDS_OF_FAULTS = 6;
    private static final int MOST_CHANGES = 3;
    private static final int MOST_MESSAGES = 1_500;
    private static final int LONGEST_STALL_MS = 2_500;
    /** The end is stalled from the last messages of the source on, those of this part of a second to twice as many. */
    private static final long PARTS_STALLED = 5;

    /** In so long a host that does not wait for its readers has ended. */
    private static final int SHORTEST_STALL_MS = 1_500;

    private static final int MOST_DATABASE_CUTS = 4;
    private static final int LONGEST_DATABASE_PAUSE_MS = 500;
    private static final long MESSAGES = 3_000;
    private static final long RATE = 2_500;

    /** So slow that the run lasts while processes start, as those of a promotion. */
    private static final long RATE_OF_PROMOTION = 250;

    private static final long RATE_OF_TWO_PROMOTIONS = 80;
    private static final int MOST_FAULTS_BEFORE_PROMOTION = 2;
    private static final int MOST_MESSAGES_BEFORE_PROMOTION = 400;
    private static final long LOOK_MS = 2;
    private static final long END_WITHIN_SECONDS = 900;

    private final Path scratch;
    private final Optional<String> postgresql;
    private final long seed;
    private final SplittableRandom random;
    private final ProofReport report;
    private final HostsPlan plan;
    private final HostMachines machines;
    private final HostFaults faults;
    private final ProofRows found;

    /** The channels that are queues now; others, and these at other times, are journals. */
    private final Set<String> queues = new HashSet<>();

    /** The promotions of the host that has a spare; null where none has. */
    private final HostPromotion promotion;

    /** Whether the former machine is promoted in turn. */
    private final boolean isBack;

    /** Whether a link is stalled while the last messages pass. */
    private final boolean isEndStalled;

    /** Whether links between the hosts use TLS. */
    private final boolean isSecured;

    /** The proxy by which the gateway reaches its database; null where that is in its process. */
    private LinkProxy database;

    HostsRound(
            Path scratch,
            ProcessClasses classes,
            Optional<String> postgresql,
            long seed,
            ProofReport report,
            StringBuilder done) {
        this.scratch = scratch;
        this.postgresql = postgresql;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.report = report;
        this.plan = HostsPlan.of(random, HOSTS.size());
        this.found = rows("hosts");
        this.isBack = random.nextBoolean() && !plan.isSlow(); // others would have ended also for the second one
        this.isEndStalled = random.nextBoolean();
        this.isSecured = random.nextBoolean();
        List<String> names = new ArrayList<>(HOSTS);
        if (plan.spared().isEmpty()) {
            this.machines = new HostMachines(scratch, classes, names, isEndStalled ? RATE_OF_PROMOTION : RATE);
            this.promotion = null;
        } else {
            names.add(HostsPlan.SPARE);
            this.machines =
                    new HostMachines(scratch, classes, names, isBack ? RATE_OF_TWO_PROMOTIONS : RATE_OF_PROMOTION);
            SpareCheck check = new SpareCheck(machines, plan, found, report);
            this.promotion = new HostPromotion(machines, plan, HOSTS.size(), random, report, done, check);
        }
        this.faults = new HostFaults(machines, random, report);
    }

    void run() throws IOException, InterruptedException {
        ProofRows expected = rows("one");
        expected.create();
        found.create();
        try (HostMachines _ = machines) {
            machines.onEnd(this::expectHeld);
            String url = found.reachedBy(this::proxied).orElse(found).url();
            String tls = isSecured ? machines.tls() : "";
            report.count(isSecured ? "runs over TLS" : "runs over plain links", 1);
            machines.writeTopology(addresses -> plan.topology(addresses, tls, url, MESSAGES, Optional.empty(), queues));
            for (int machine = machines.size() - 1; machine >= 0; machine--) {
                machines.start(machine);
            }
            faults();
            changeKinds();
            if (promotion != null) {
                promote();
            }
            if (isEndStalled) {
                stallEnd();
            }
            if (promotion != null) {
                machines.awaitEnds(promotion.allButStandby(), END_WITHIN_SECONDS);
                promotion.endLateStandby();
            }
            machines.awaitEnds(machines.inUse(), END_WITHIN_SECONDS);
            machines.reportTakeovers(report);
            runInOneProcess(expected.url());
        } finally {
            if (database != null) {
                database.close();
            }
        }
        compareChannels();
        compareRows(expected, found);
        expected.drop();
        found.drop();
    }

    /** Makes some faults; only one where the source must still run when the end is stalled. */
    private void faults() throws IOException, InterruptedException {
        int most = promotion != null ? MOST_FAULTS_BEFORE_PROMOTION : isEndStalled ? 1 : MOST_FAULTS;
        for (int faults = 1 + random.nextInt(most); faults > 0; faults--) {
            fault();
        }
    }

    /** Promotes the spare, and in some rounds the former machine in turn, with faults between. */
    private void promote() throws IOException, InterruptedException {
        promotion.promote(this::messages);
        if (isBack) {
            promotion.reset();
            promotion.promote(this::messages);
        }
        if (random.nextBoolean()) {
            fault();
        }
    }

    /** Returns the table of a run, in a schema or a file of its own, which outlives its hosts. */
    private ProofRows rows(String run) {
        return postgresql
                .map(url -> ProofRows.postgresql(url, "millrace_prove_" + run + "_" + seed, TABLES))
                .orElse(ProofRows.inFile(scratch.resolve("rows-" + run), TABLES));
    }

    private int proxied(String host, int port) throws IOException {
        database = LinkProxy.start(host, port);
        return database.port();
    }

    /** Runs the topology in one process, with the values that the source had on its host. */
    private void runInOneProcess(String url) throws IOException, InterruptedException {
        String text = plan.topology(
                new LinkedHashMap<>(),
                "",
                url,
                MESSAGES,
                Optional.of(
                        HostsPlan.sourceIn(machines.data(siteOf(plan.source()))).toAbsolutePath()),
                Set.of());
        Topology one = Topology.load(Files.writeString(scratch.resolve("one.yaml"), text));
        try (RunningTopology running = TopologyRunner.open(one, RunOptions.in(scratch.resolve("one")))) {
            running.start();
            if (running.await() != RunEnd.ENDED) {
                throw new ProofException("the run in one process has not ended end=" + running.end());
            }
        }
    }

    /** Makes something go wrong when some machine has some more messages of its host. */
    private void fault() throws IOException, InterruptedException {
        List<Integer> inUse = machines.inUse();
        int machine = inUse.get(random.nextInt(inUse.size()));
        awaitMore(machine);
        switch (random.nextInt(KINDS_OF_FAULTS)) {
            case 0 -> faults.disturb(machine, State.CUT);
            case 1 -> faults.disturb(machine, State.HOLD);
            case 3 -> faults.disturb(machine, State.LOSE);
            case 2 -> cutDatabase();
            default -> faults.kill(machine);
        }
    }

    private void awaitMore(int machine) throws IOException, InterruptedException {
        int most = promotion == null ? MOST_MESSAGES : MOST_MESSAGES_BEFORE_PROMOTION;
        long target = messages(machine) + random.nextInt(most);
        while (machines.isAlive(machine) && messages(machine) < target) {
            machines.pass(LOOK_MS);
        }
    }

    /** Changes the kinds of channels that a host without a spare writes and reads itself, and kills it for that. */
    private void changeKinds() throws IOException, InterruptedException {
        for (int host = 0; host < HOSTS.size(); host++) {
            List<String> within = plan.within(host);
            for (int changes = within.isEmpty() ? 0 : random.nextInt(MOST_CHANGES + 1); changes > 0; changes--) {
                awaitMore(host);
                String channel = within.get(random.nextInt(within.size()));
                boolean wasQueue = queues.remove(channel) || !queues.add(channel);
                report.count(wasQueue ? "queues that became journals" : "journals that became queues", 1);
                machines.rewriteTopology();
                faults.kill(host);
            }
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
            machines.pass(random.nextInt(LONGEST_DATABASE_PAUSE_MS));
        }
    }

    /** Returns the machine that runs a host. */
    private int siteOf(int host) {
        return promotion != null && host == plan.spared().orElseThrow() ? promotion.site() : host;
    }

    /** Stalls the link between the hosts of a channel while the last messages pass, which both have to wait for. */
    private void stallEnd() throws IOException, InterruptedException {
        List<String> lasts = plan.lastCrossing();
        String channel = lasts.get(random.nextInt(lasts.size()));
        int writer = siteOf(plan.owners().get(channel));
        int reader = siteOf(plan.readerOf(channel).orElseThrow());
        int source = siteOf(plan.source());
        if (machines.isLost(writer) || machines.isLost(reader) || machines.isLost(source)) {
            return;
        }
        long part = machines.rate() / PARTS_STALLED;
        long target = MESSAGES - part - random.nextLong(part);
        while (machines.isAlive(source) && messagesIn(HostsPlan.sourceIn(machines.data(source))) < target) {
            machines.pass(LOOK_MS);
        }
        machines.link(writer, reader, State.HOLD);
        machines.pass(random.nextInt(SHORTEST_STALL_MS, LONGEST_STALL_MS));
        machines.link(writer, reader, State.PASS);
        report.count("links stalled at the end", 1);
    }

    /** Checks, when a machine has ended by itself, that the readers of its channels have all messages of these. */
    private void expectHeld(int machine) {
        int host = hostOf(machine);
        if (machine != siteOf(host)) {
            return; // it stood by
        }
        for (String channel : plan.writtenOn(host)) {
            OptionalInt reader = plan.readerOf(channel);
            if (reader.isPresent() && sitesOf(reader.getAsInt()).stream().noneMatch(machines::isLost)) {
                Path copy = machines.data(siteOf(reader.getAsInt())).resolve(channel);
                int written = calls(machines.data(machine).resolve(channel)).size();
                int held = Journal.exists(copy) ? calls(copy).size() : 0;
                if (held != written) {
                    throw new ProofException("a host has ended before a reader had everything host="
                            + machines.name(machine) + " channel=" + channel + " messages=" + written + " reader="
                            + machines.name(siteOf(reader.getAsInt())) + " has=" + held);
                }
                report.count("ends compared with what readers had", 1);
            }
        }
    }

    /** Returns the machines of a host. */
    private List<Integer> sitesOf(int host) {
        boolean hasSpare = promotion != null && host == plan.spared().orElseThrow();
        return hasSpare ? List.of(host, HOSTS.size()) : List.of(host);
    }

    private int hostOf(int machine) {
        return machine < HOSTS.size() ? machine : plan.spared().orElseThrow();
    }

    /** Returns how many messages a machine has of the channels that its host writes. */
    private long messages(int machine) {
        long messages = 0;
        for (String channel : plan.writtenOn(hostOf(machine))) {
            messages += messagesIn(machines.data(machine).resolve(channel));
        }
        return messages;
    }

    private static long messagesIn(Path journal) {
        if (!Journal.exists(journal)) {
            return 0;
        }
        try (Journal opened = Journal.openReadOnly(journal)) {
            return opened.messages();
        } catch (JournalException e) {
            return 0; // it is being made
        }
    }

    private void compareChannels() {
        plan.owners().forEach((channel, owner) -> {
            List<String> expected = calls(scratch.resolve("one").resolve(channel));
            for (int machine : machines.inUse()) {
                boolean isWritten = owner == hostOf(machine);
                Path journal = machines.data(machine).resolve(channel);
                if ((isWritten && !queues.contains(channel)) || Journal.exists(journal)) {
                    List<String> found = calls(journal);
                    boolean isBegun = queues.contains(channel) && found.size() < expected.size();
                    compare(
                            "a channel differs from that of one process channel=" + channel + " machine="
                                    + machines.name(machine),
                            isBegun ? expected.subList(0, found.size()) : expected,
                            found);
                    report.count(isWritten ? "channels compared" : "copies compared", 1);
                    report.count("messages compared", found.size());
                }
            }
        });
    }

    private void compareRows(ProofRows expected, ProofRows found) {
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

    /** Returns the calls of a channel as text. */
    static List<String> calls(Path channel) {
        List<String> calls = new ArrayList<>();
        try (ChannelText text = ChannelText.open(channel)) {
            while (text.next() == Poll.MESSAGE) {
                calls.add(text.yaml());
            }
        }
        return calls;
    }
}
