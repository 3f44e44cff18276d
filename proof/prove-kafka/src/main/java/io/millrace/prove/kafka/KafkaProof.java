package io.millrace.prove.kafka;

import io.millrace.kafka.broker.ClassProcess;
import io.millrace.kafka.broker.KafkaCluster;
import io.millrace.prove.LinkProxy.State;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A run between two topics, whose processes are killed. Each round feeds trades, lets a part of their totals come, and
 * kills the run, a broker, or both; then all are started again. Where the run is connected by TLS, rounds also disturb
 * its connections with a broker. At the end a reader of committed records must have seen
 * what an undisturbed run gives. What is killed, and after how many records, follows from the seed; in which
 * microsecond of a transaction that is does not.
 */
final class KafkaProof {
    private static final int TRADES_PER_ROUND = 1_500;
    private static final int LONGEST_PAUSE_MS = 40;
    private static final int LONGEST_ABSENCE_MS = 1_500;
    private static final int SHORTEST_FAULT_MS = 500;
    private static final State[] FAULTS = {State.LOSE, State.HOLD, State.HOLD_SOME, State.CUT};
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(180);
    private static final String TOPOLOGY = "totals.yaml";
    private static final List<String> JVM_FLAGS =
            List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xlog:disable");

    private final Path directory;
    private final long seed;
    private final int brokers;
    private final Links links;
    private final Consumer<String> progress;
    private final Random random;
    private final Map<String, Long> counts = new TreeMap<>();
    private ClassProcess run;
    private SecuredLinks secured;
    private String servers;
    private long seen;

    /** How the run is connected with brokers. */
    enum Links {
        /** By TCP, which nothing disturbs. */
        PLAIN,
        /** By TLS, and rounds also lose, hold or end what is sent. */
        TLS_WITH_DROPS
    }

    KafkaProof(Path directory, long seed, int brokers, Links links, Consumer<String> progress) {
        this.directory = directory;
        this.seed = seed;
        this.brokers = brokers;
        this.links = links;
        this.progress = progress;
        this.random = new Random(seed);
    }

    /** Returns how often what happened. */
    Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }

    /**
     * Makes so many rounds.
     *
     * @throws KafkaProofException where a record is missing, twice, wrong or not in order, or a process has failed
     */
    void run(int rounds) throws IOException, InterruptedException {
        secured = links == Links.PLAIN ? null : SecuredLinks.in(directory.resolve("tls"));
        Path topology = writeTopology();
        Map<String, String> properties = secured == null ? Map.of() : secured.properties();
        try (KafkaCluster cluster = KafkaCluster.start(directory.resolve("brokers"), brokers, JVM_FLAGS, properties);
                SecuredLinks _ = secured) {
            servers = secured == null ? cluster.servers() : secured.start(cluster);
            cluster.create(TradeFeed.PARTITIONS, TradeFeed.TRADES, TradeFeed.TOTALS);
            try (TradeFeed feed = TradeFeed.open(cluster.servers(), seed);
                    CommittedTopic totals =
                            CommittedTopic.open(cluster.servers(), TradeFeed.TOTALS, TradeFeed.PARTITIONS)) {
                startRun(topology);
                for (int round = 1; round <= rounds; round++) {
                    round(round, topology, cluster, feed, totals);
                    progress.accept("kafka: " + round + " of " + rounds + " rounds, " + totals.count() + " of "
                            + feed.count() + " totals");
                }
                finish(cluster, feed, totals);
            } finally {
                run.kill();
            }
        }
    }

    private Path writeTopology() throws IOException {
        try (InputStream text = KafkaProof.class.getResourceAsStream(TOPOLOGY)) {
            String settings = secured == null
                    ? ""
                    : secured.settings().stream()
                            .map(setting -> '"' + setting + '"')
                            .collect(Collectors.joining(", "));
            String written = new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("settings: []", "settings: [" + settings + "]");
            return Files.writeString(directory.resolve(TOPOLOGY), written);
        }
    }

    private void startRun(Path topology) throws IOException {
        run = ClassProcess.start(
                "run",
                RunMain.class,
                JVM_FLAGS,
                List.of(topology.toString(), directory.resolve("data").toString(), servers),
                directory.resolve("run-errors.txt"));
        run.awaitLine(RunMain.RUNNING);
    }

    private void round(int round, Path topology, KafkaCluster cluster, TradeFeed feed, CommittedTopic totals)
            throws IOException {
        feed.send(TRADES_PER_ROUND);
        seen = totals.count();
        totals.readTo(seen + random.nextInt(TRADES_PER_ROUND), LIMIT_NS, this::runs);
        pause(random.nextInt(LONGEST_PAUSE_MS));
        // the first rounds have each kind once, so that few rounds have all
        List<Target> all = targets();
        Target target = round <= all.size() ? all.get(round - 1) : all.get(random.nextInt(all.size()));
        int broker = random.nextInt(cluster.size());
        boolean isRunFirst = random.nextBoolean();
        if (target == Target.LINK) {
            disturb(broker);
            return;
        }
        if (target != Target.BROKER && isRunFirst) {
            run.kill();
        }
        if (target != Target.RUN) {
            cluster.kill(broker);
        }
        if (target != Target.BROKER && !isRunFirst) {
            run.kill();
        }
        counts.merge("kills of " + target, 1L, Long::sum);
        pause(random.nextInt(LONGEST_ABSENCE_MS));
        if (target != Target.BROKER && random.nextBoolean()) {
            startRun(topology); // while the broker is away, where it was killed too
        }
        if (target != Target.RUN) {
            cluster.restart(broker);
        }
        if (target != Target.BROKER && !run.isAlive()) {
            startRun(topology);
        }
        runs();
    }

    /** Returns what rounds kill or disturb. */
    List<Target> targets() {
        return Arrays.stream(Target.values())
                .filter(target -> target != Target.LINK || links == Links.TLS_WITH_DROPS)
                .toList();
    }

    /** Disturbs the links to a broker while the run works; the first time it loses what is sent. */
    private void disturb(int broker) {
        boolean isFirst = counts.merge("disturbances of " + Target.LINK, 1L, Long::sum) == 1;
        State state = isFirst ? State.LOSE : FAULTS[random.nextInt(FAULTS.length)];
        counts.merge("links that " + state, 1L, Long::sum);
        long lost = secured.lostBytes();
        secured.set(broker, state);
        pause(SHORTEST_FAULT_MS + random.nextInt(LONGEST_ABSENCE_MS));
        while (state == State.LOSE && secured.lostBytes() == lost && runs()) {
            pause(SHORTEST_FAULT_MS); // until something was sent
        }
        secured.set(broker, State.PASS);
        counts.put("bytes lost", secured.lostBytes());
        runs();
    }

    private static void pause(long ms) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        while (System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(endNs - System.nanoTime());
        }
    }

    /** Returns true where the run runs; no fault of this proof may end it. */
    private boolean runs() {
        if (!run.isAlive()) {
            try {
                throw new KafkaProofException("the run has ended by itself: " + run.said());
            } catch (IOException e) {
                throw new KafkaProofException("the run has ended by itself", e);
            }
        }
        return true;
    }

    private void finish(KafkaCluster cluster, TradeFeed feed, CommittedTopic totals) throws IOException {
        feed.awaitSent();
        totals.readTo(feed.count(), LIMIT_NS, this::runs);
        run.kill();
        counts.put("records", feed.count());
        try (CommittedTopic trades = CommittedTopic.open(cluster.servers(), TradeFeed.TRADES, TradeFeed.PARTITIONS);
                CommittedTopic again = CommittedTopic.open(cluster.servers(), TradeFeed.TOTALS, TradeFeed.PARTITIONS)) {
            trades.readToEnd(LIMIT_NS);
            TopicComparison.check(TradeFeed.TRADES, feed.trades(), trades.values());
            again.readToEnd(LIMIT_NS);
            TopicComparison.check(TradeFeed.TOTALS, feed.totals(), again.values());
            totals.readToEnd(LIMIT_NS);
            TopicComparison.check(
                    TradeFeed.TOTALS, feed.totals(), totals.values()); // by the reader that was there all the time
        }
    }
}
