package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelEnd;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.concurrent.Uninterruptibly;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A host of a run: it opens the channels that cross, and ends with the other hosts.
 *
 * <p>A copy that may lack messages, since this machine went down or was promoted, is read once it has them. It lacks
 * none that is known where it has the record that all hosts hold the channel up to its end; that suffices where the
 * writer has been away for {@link #AWAY_NS}, so that a host continues when the others have ended.
 *
 * <p>A copy may have ends of earlier runs, also such as come while it catches up. The last one is believed once the
 * host that writes the channel says that its writer has ended in this run, too, or has been away for {@link #AWAY_NS}.
 *
 * <p>The end has three steps, each of which may be repeated after a kill. A channel that is written here has the record
 * of its end once its writer has ended. Once all hosts that read it hold that, a second record says so; then this host
 * waits until they hold that record. A host that reads it may end when it has the second record, since nothing is asked
 * of it any more. No side can know that the other one knows: so a host that has everything ends, too, when the other
 * one has been away for {@link #AWAY_NS}.
 */
final class HostRun implements AutoCloseable {

    /** How long another host is away until this one ends without its last answer. */
    static final long AWAY_NS = 10_000_000_000L;

    private static final long LOOK_NS = 5_000_000;
    private static final long ASK_MS = 200;
    private static final long ASK_NS = ASK_MS * 1_000_000;

    /** Where another host runs is asked in each of so many rounds. */
    private static final long ROUNDS_OF_SITES = 5;

    private static final long TELL_AFTER_NS = 1_000_000_000;
    private static final long TELL_AGAIN_NS = 60_000_000_000L;

    private final TopologyPrint topology;
    private final HostPlan plan;
    private final RunOptions options;
    private final HostLinks links;
    private final HostSites sites;
    private final HostDirectory directory;
    private final OptionalLong promotedMs;
    private final Map<String, JournalChannel> open = new ConcurrentHashMap<>();
    private final HostCycles cycles;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread asking;

    /** Since when the other end of a channel has been away, for the end of this host. */
    private final Map<String, Long> awaySinceNs = new LinkedHashMap<>();

    /** Since when the writer of a copy has been away, for the ends of earlier runs. */
    private final Map<String, Long> writerAwaySinceNs = new HashMap<>();

    private final Set<String> hostsWithSpares;
    private boolean isSpareRequired;
    private boolean isInputAwaited;
    private String askingFailed = "";
    private volatile String waits = "";

    /** In what the topologies of other hosts differ, a sentence for each. */
    private volatile List<String> differing = List.of();

    private String told = "";
    private long waitingSinceNs;
    private long toldNs;
    private boolean ended;

    private HostRun(Topology topology, HostPlan plan, RunOptions options, HostLinks links, HostDirectory directory) {
        this.topology = TopologyPrint.of(topology);
        this.sites = new HostSites(topology, plan::site);
        this.cycles = new HostCycles(topology, plan, open::get, this::hasEnded);
        this.directory = directory;
        this.promotedMs = directory.promotedMs();
        this.asking = Thread.ofPlatform()
                .daemon()
                .name("millrace-host-" + plan.host())
                .unstarted(this::askOthers);
        this.plan = plan;
        this.options = options;
        this.links = links;
        this.hostsWithSpares = hostsWithSpares(plan);
    }

    /** Returns the other hosts with which this one has channels, and that may run at one of two sites. */
    private static Set<String> hostsWithSpares(HostPlan plan) {
        Set<String> others = new TreeSet<>(plan.received().values());
        plan.sent().values().forEach(others::addAll);
        others.removeIf(name -> plan.hosts().get(name).replicas().isEmpty());
        return others;
    }

    /** Takes the directory for this host, and opens its links. */
    static HostRun open(Topology topology, HostPlan plan, RunOptions options, HostTransport.Settings settings) {
        HostDirectory directory = new HostDirectory(settings.directory());
        directory.own(plan.site());
        HostLinks links = transport(plan.host()).open(plan, settings);
        return new HostRun(topology, plan, options, links, directory);
    }

    static HostTransport transport(String host) {
        return ServiceLoader.load(HostTransport.class, HostRun.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new TopologyException(
                        "topology has hosts, and no module on the class path connects hosts; add millrace-net host="
                                + host));
    }

    /**
     * Waits until the other site of this host, if it has one, stands by: it could have been promoted, and write.
     *
     * @throws TopologyException where it runs the host
     */
    void awaitSpare() {
        if (plan.otherSite().isEmpty() || !directory.isSpareRequired()) {
            return; // after a promotion this machine has the newest epoch, and nothing else can be promoted yet
        }
        links.requireSpare();
        String other = plan.otherSite().get();
        long sinceNs = System.nanoTime();
        AtomicLong askedNs = new AtomicLong(sinceNs - ASK_NS);
        await(() -> whyNotRunning(other, sinceNs, askedNs));
    }

    private Optional<String> whyNotRunning(String other, long sinceNs, AtomicLong askedNs) {
        String reason = "spare=" + other + " at " + plan.hosts().get(other).address()
                + " does not answer; it could have been promoted";
        long nowNs = System.nanoTime();
        if (nowNs - askedNs.get() < ASK_NS) {
            return Optional.of(reason);
        }
        askedNs.set(nowNs);
        Optional<HostStatus> status;
        try {
            status = sites.askSiteSurely(other);
        } catch (UnaskedHostException e) { // it may run, however long this waits
            return Optional.of("the spare could have been promoted: " + e.getMessage());
        }
        if (status.isPresent() && !status.get().standsBy()) {
            throw new TopologyException("host=" + plan.host() + " runs at " + other
                    + ", which was promoted, and must not write here; 'millrace reset FILE --host " + plan.host()
                    + " --data " + directory.path()
                    + "' sets aside what only this machine has, and lets it stand by directory=" + directory.path());
        }
        boolean isPassedOver = plan.hosts()
                .get(plan.host())
                .degradeAfter()
                .filter(away -> nowNs - sinceNs >= away.toNanos())
                .isPresent();
        return status.isPresent() || isPassedOver ? Optional.empty() : Optional.of(reason);
    }

    /** Opens a channel that is written here. */
    Channel openOwn(String name, Path directory, ChannelOptions channelOptions) {
        if (!plan.sent().containsKey(name)) {
            return Channel.journal(name, directory, channelOptions);
        }
        await(() -> links.prepare(name));
        JournalChannel channel = Channel.journal(name, directory, channelOptions.withRecordedEnd());
        try {
            if (channel.end() == ChannelEnd.HELD) {
                awaySinceNs.put(name, System.nanoTime()); // a reader that lacks something has some time to come
            }
            links.send(name, channel.journal().orElseThrow());
        } catch (RuntimeException e) {
            channel.close();
            throw e;
        }
        open.put(name, channel);
        return channel;
    }

    /** Opens the copy of a channel that is written on another host, once it can be read. */
    Channel openCopy(String name, Path directory, ChannelOptions channelOptions) {
        String writer = plan.received().get(name);
        AtomicLong askedNs = new AtomicLong(System.nanoTime());
        AtomicReference<String> difference = new AtomicReference<>("");
        await(() -> links.awaited(name)
                .filter(_ -> !isWriterAway(name) || !isHeld(directory))
                .map(why -> {
                    if (System.nanoTime() - askedNs.get() >= TELL_AFTER_NS) {
                        difference.set(difference(writer));
                        askedNs.set(System.nanoTime());
                    }
                    return difference.get().isEmpty() ? why : why + "; " + difference.get();
                }));
        JournalChannel channel = Channel.copy(name, directory, channelOptions);
        channel.catchUp(() -> links.isCaughtUp(name));
        channel.doubtEnds(() -> links.joinedEnd(name));
        open.put(name, channel);
        return channel;
    }

    /** Returns that another host runs another topology than this one; empty where it does not, or does not answer. */
    private String difference(String other) {
        return sites.ask(other)
                .flatMap(HostStatus::topology)
                .filter(print -> !print.agrees(topology))
                .map(print -> "topology files differ in=" + topology.differencesFrom(print) + " host=" + other + " has "
                        + print + ", here " + topology)
                .orElse("");
    }

    /** Returns whether the writer of a copy has been away for long; that of every copy is looked for meanwhile. */
    private boolean isWriterAway(String name) {
        plan.received().keySet().forEach(copy -> isAway(copy, writerAwaySinceNs));
        return isAway(name, writerAwaySinceNs);
    }

    /** Returns whether a copy that is not open has the record that all hosts hold the channel up to its end. */
    private static boolean isHeld(Path directory) {
        if (!Journal.exists(directory)) {
            return false;
        }
        try (Journal journal = Journal.openReadOnly(directory)) {
            return ChannelEnd.in(journal) == ChannelEnd.HELD;
        } catch (JournalException e) { // its writer has come in this moment, and it is being made
            return false;
        }
    }

    /** Begins to ask the other hosts what this one has to know, once all channels are open. */
    void opened() {
        directory.forgetPromotionTime();
        if (plan.hosts().size() > 1) {
            asking.start();
        }
    }

    private void askOthers() {
        try {
            for (long round = 0; !closing.await(ASK_MS, TimeUnit.MILLISECONDS); round++) {
                try {
                    ask(round);
                } catch (JournalException e) { // it was fenced, or is being closed
                    System.getLogger(HostRun.class.getPackageName())
                            .log(System.Logger.Level.DEBUG, "others are asked again host=" + plan.host(), e);
                } catch (RuntimeException | Error e) { // such as a full disk; without this thread no run ends
                    failed(e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // by a foreign program: ends of earlier runs stay doubtful
        }
    }

    /** Logs an error, once until another one comes; what has failed is tried again. */
    private void failed(Throwable error) {
        if (!error.toString().equals(askingFailed)) {
            askingFailed = error.toString();
            System.getLogger(HostRun.class.getPackageName())
                    .log(System.Logger.Level.WARNING, "others cannot be asked host=" + plan.host(), error);
        }
    }

    private void ask(long round) {
        for (String host : round % ROUNDS_OF_SITES == 0 ? hostsWithSpares : Set.<String>of()) {
            sites.ask(host).ifPresent(status -> links.runs(host, status));
        }
        if (round % ROUNDS_OF_SITES == 0) {
            tellDifferences();
        }
        plan.received().keySet().forEach(this::believeEnd);
        tellAwaitedInput();
        cycles.round(sites::ask);
        if (plan.otherSite().isPresent() && !isSpareRequired) {
            requireSpare();
        }
    }

    /** Tells in what the topologies of other hosts differ, which greetings of their links say they do. */
    private void tellDifferences() {
        List<String> differences = new ArrayList<>();
        if (!links.differences().isEmpty()) {
            for (String host : plan.hosts().keySet()) {
                boolean runs =
                        !host.equals(plan.host()) && !plan.sites(plan.host()).contains(host);
                String text = runs ? difference(host) : "";
                if (!text.isEmpty()) {
                    differences.add(text);
                }
            }
        }
        List<String> former = differing;
        differing = differences;
        differences.stream()
                .filter(text -> !former.contains(text))
                .forEach(text -> options.notices().accept("host " + plan.host() + ": " + text));
    }

    private void requireSpare() {
        if (!directory.isSpareRequired()
                && links.hasSpareCaughtUp()
                && standsBy(plan.otherSite().orElseThrow())) {
            directory.requireSpare(); // first: the spare may be promoted once it hears that it is waited for
            links.requireSpare();
            options.notices()
                    .accept("host " + plan.host() + ": spare="
                            + plan.otherSite().orElseThrow() + " has everything, and is waited for from now on");
        }
        isSpareRequired = directory.isSpareRequired();
    }

    /** Returns whether a machine stands by: one that was replaced while it runs holds everything too. */
    private boolean standsBy(String site) {
        return sites.askSite(site).filter(HostStatus::standsBy).isPresent();
    }

    private void believeEnd(String name) {
        JournalChannel channel = open.get(name);
        if (!channel.hasDoubtfulEnd()) {
            writerAwaySinceNs.remove(name);
        } else if (isAway(name, writerAwaySinceNs) || isEndedNow(name, channel)) {
            channel.believeEnd();
        }
    }

    private boolean hasEnded(String name) {
        return open.get(name).hasBelievedEnd();
    }

    private boolean isEndedNow(String name, JournalChannel channel) {
        if (!links.isConnected(name)) {
            return false;
        }
        Long last = sites.ask(plan.received().get(name))
                .map(status -> status.ended().get(name))
                .orElse(null);
        return last != null && lastIndex(channel) >= last;
    }

    /** Returns the channels that are sent and have ended in this run, with their last records. Any thread. */
    SequencedMap<String, Long> ended() {
        SequencedMap<String, Long> last = new LinkedHashMap<>();
        for (String name : plan.sent().keySet()) {
            JournalChannel channel = open.get(name);
            try {
                if (channel != null && channel.ended()) {
                    last.put(name, lastIndex(channel));
                }
            } catch (JournalException e) { // it was fenced, since the other site was promoted
                System.getLogger(HostRun.class.getPackageName())
                        .log(System.Logger.Level.DEBUG, "a channel was closed channel=" + name, e);
            }
        }
        return last;
    }

    private void await(Supplier<Optional<String>> why) {
        for (Optional<String> reason = why.get(); reason.isPresent(); reason = why.get()) {
            tell(reason.get());
            LockSupport.parkNanos(LOOK_NS);
            if (Thread.interrupted()) {
                throw new TopologyException(
                        "interrupted while waiting for another host host=" + plan.host() + ": " + reason.get());
            }
        }
        tellNothing();
    }

    /** Tells for which host a component waits whose output names an input that an old copy here lacks. */
    private void tellAwaitedInput() {
        boolean wasAwaited = isInputAwaited;
        isInputAwaited = false;
        for (Map.Entry<String, String> received : plan.received().entrySet()) {
            String component = open.get(received.getKey()).awaitedBy();
            if (!component.isEmpty() && !isInputAwaited) {
                isInputAwaited = true;
                tell("component=" + component + " restarts, and its output names an input that the old copy of channel="
                        + received.getKey() + " here lacks; host=" + received.getValue() + " has it");
            }
        }
        if (wasAwaited && !isInputAwaited) {
            tellNothing();
        }
    }

    private synchronized void tellNothing() {
        told = "";
        waits = "";
        waitingSinceNs = 0;
    }

    /** Returns what this host waits for; empty where it waits for nothing. Any thread. */
    String waits() {
        return waits;
    }

    /** Tells people what this host waits for: after a second, and again each minute. */
    private synchronized void tell(String reason) {
        waits = reason;
        long nowNs = System.nanoTime();
        if (waitingSinceNs == 0) {
            waitingSinceNs = nowNs;
        }
        boolean isNew = !reason.equals(told) && nowNs - waitingSinceNs >= TELL_AFTER_NS;
        if (isNew || (!told.isEmpty() && nowNs - toldNs >= TELL_AGAIN_NS)) {
            told = reason;
            toldNs = nowNs;
            options.notices().accept("host " + plan.host() + " waits: " + reason);
        }
    }

    /** Takes the steps of the end that can be taken now, once all services have ended; returns whether it is over. */
    boolean end() {
        if (ended) {
            return true;
        }
        List<String> reasons = new ArrayList<>();
        try {
            for (String name : plan.sent().keySet()) {
                endSent(name).ifPresent(reasons::add);
            }
            for (String name : plan.received().keySet()) {
                endReceived(name).ifPresent(reasons::add);
            }
        } catch (JournalException e) {
            throw new TopologyException(
                    "a host cannot end host=" + plan.host()
                            + (plan.otherSite().isPresent() ? ", perhaps since its spare was promoted: " : ": ")
                            + e.getMessage(),
                    e);
        }
        ended = reasons.isEmpty();
        if (!ended) {
            tell(reasons.getFirst());
        }
        return ended;
    }

    private Optional<String> endSent(String name) {
        JournalChannel channel = open.get(name);
        ChannelEnd end = channel.end();
        if (end == ChannelEnd.OPEN) {
            return Optional.of("channel=" + name + " has not ended");
        }
        Optional<String> missing = links.missing(name);
        if (end == ChannelEnd.ENDED && missing.isEmpty()) {
            channel.recordHeld();
            awaySinceNs.remove(name);
            missing = links.missing(name);
        }
        boolean isOver = missing.isEmpty() || (channel.end() == ChannelEnd.HELD && isAway(name, awaySinceNs));
        return isOver ? Optional.empty() : missing;
    }

    private Optional<String> endReceived(String name) {
        boolean isOver = open.get(name).end() == ChannelEnd.HELD || isAway(name, awaySinceNs);
        return isOver
                ? Optional.empty()
                : Optional.of("host=" + plan.received().get(name) + " has not confirmed the end of channel=" + name);
    }

    private static long lastIndex(JournalChannel channel) {
        return channel.journal().orElseThrow().lastIndex();
    }

    /** Returns whether the other end of a channel has been away for long. */
    private boolean isAway(String name, Map<String, Long> sinceNs) {
        if (links.isConnected(name)) {
            sinceNs.remove(name);
            return false;
        }
        long nowNs = System.nanoTime();
        return nowNs - sinceNs.computeIfAbsent(name, _ -> nowNs) >= AWAY_NS;
    }

    HostPlan plan() {
        return plan;
    }

    /** Returns the cycles of components over this host and others. */
    HostCycles cycles() {
        return cycles;
    }

    /** Returns when the promotion was asked for of which this is the first run; empty where it is none. */
    OptionalLong promotedMs() {
        return promotedMs;
    }

    /** Returns how the spare of this host is; empty where it has none. Any thread. */
    String spare() {
        return links.spare();
    }

    List<HostChannel> channels() {
        return links.channels();
    }

    /** Returns the epochs of channels, for people. Any thread. */
    SequencedMap<String, String> epochs() {
        return links.epochs();
    }

    /** Returns what an operator should look at first; empty where there is nothing. Any thread. */
    Optional<String> trouble() {
        try {
            return links.channels().stream()
                    .filter(HostChannel::needsOperator)
                    .map(HostChannel::trouble)
                    .findFirst()
                    .or(() -> differing.stream().findFirst())
                    .or(() -> links.differences().stream().findFirst());
        } catch (JournalException e) { // it was fenced, or is being closed
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        Uninterruptibly.join(asking);
        links.close();
    }
}
