package io.millrace.topology;

import io.millrace.channel.ChannelEnd;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.service.ErrorOrigin;
import io.millrace.service.Severity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A machine that stands by for a host: it receives everything that a restart of the host needs, and runs nothing. It
 * releases its journals while a command promotes it, and has then ended: the host may run here.
 *
 * <p>It ends by itself when the host has: the channels that the host writes have the records that everybody holds them
 * up to their end.
 *
 * <p>{@link #stop} may be called by any thread; everything else belongs to one thread.
 */
public final class SpareRun implements AutoCloseable {

    /** How it has ended. */
    public enum End {
        /** It has not. */
        RUNNING,
        /** The host has ended, and this machine holds everything. */
        ENDED,
        /** It was told to stop. */
        STOPPED,
        /** It was promoted: the host may run here. */
        PROMOTED
    }

    private static final long LOOK_MS = 20;
    private static final long ASK_NS = 200_000_000;

    private final Topology topology;
    private final HostPlan plan;
    private final RunOptions options;
    private final HostDirectory directory;
    private final HostSites sites;
    private final Map<String, Journal> journals = new ConcurrentHashMap<>();

    /** The channels that had no end at some time since this began: an end that they have is of now. */
    private final Set<String> seenOpen = new HashSet<>();

    private final Map<String, Long> awaySinceNs = new LinkedHashMap<>();
    private volatile HostLinks links;

    /** What may be acknowledged; null while nothing is received. */
    private volatile SpareCut cut;

    private volatile String waits = "";
    private volatile boolean stopping;
    private End end = End.RUNNING;
    private long askedNs = System.nanoTime() - ASK_NS;
    private boolean wasAway;

    private SpareRun(Topology topology, HostPlan plan, RunOptions options) {
        this.topology = topology;
        this.plan = plan;
        this.options = options;
        this.directory = new HostDirectory(options.dataDirectory());
        this.sites = new HostSites(topology, plan::site);
    }

    /**
     * Opens a machine that stands by, and begins to receive.
     *
     * @param topology the topology
     * @param options the name of the host that stands by, its data directory, and what gets its notices
     * @return the machine, which the caller closes
     * @throws TopologyException where the host does not stand by, or its address cannot be had
     */
    public static SpareRun open(Topology topology, RunOptions options) {
        Path data = options.dataDirectory();
        HostSite site = HostSite.find(topology, options.host().orElseThrow(), data);
        if (site.duty() != HostDuty.STANDS_BY) {
            throw new TopologyException("the host does not stand by here host=" + site.host() + " directory=" + data);
        }
        try {
            Files.createDirectories(data);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create data directory directory=" + data + ": " + e, e);
        }
        SpareRun run = new SpareRun(topology, site.plan(topology), options);
        run.directory.own(site.site());
        if (run.directory.state().isEmpty()) {
            run.directory.setState(SiteState.BEHIND);
        }
        run.step();
        return run;
    }

    /** Returns the plan of this machine. */
    public HostPlan plan() {
        return plan;
    }

    /**
     * Waits for the end, but not longer than a time.
     *
     * @param timeout how long to wait
     * @return how it has ended, or that it has not
     * @throws InterruptedException where the waiting thread is interrupted
     */
    public End await(Duration timeout) throws InterruptedException {
        long deadlineNs = System.nanoTime() + timeout.toNanos();
        while (end == End.RUNNING && System.nanoTime() - deadlineNs < 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            step();
        }
        return end;
    }

    /** Asks this machine to stop standing by. Any thread. */
    public void stop() {
        stopping = true;
    }

    private void step() {
        if (stopping) {
            end = End.STOPPED;
            return;
        }
        SiteState state = directory.state().orElse(SiteState.BEHIND);
        if (state == SiteState.RUNS) {
            release();
            if (!PromotionRequest.isTaken(directory.path())) { // the command releases the journals before that
                end = End.PROMOTED;
            }
        } else if (state == SiteState.PROMOTING || PromotionRequest.isTaken(directory.path())) {
            release();
        } else {
            if (links == null) {
                receive();
            }
            look(state);
        }
    }

    /** Computes first what is held, or the host would learn of less than it has learnt before. */
    private void receive() {
        cut = new SpareCut(options.dataDirectory(), plan.channelsOfHost(), this::report);
        try {
            cut.open();
            links = HostRun.transport(plan.host()).open(plan, settings());
            cut.start(links::acknowledge);
        } finally {
            if (links == null) {
                cut.close();
            }
        }
    }

    private HostTransport.Settings settings() {
        SequencedMap<String, JournalOptions> options = new LinkedHashMap<>();
        for (String name : plan.received().keySet()) {
            ChannelSpec channel = plan.part().channels().get(name);
            options.put(name, JournalSettings.of(channel, this::report));
        }
        return new HostTransport.Settings(
                this.options.dataDirectory(),
                options,
                this::status,
                this.options.notices(),
                this::report,
                TopologyPrint.of(topology),
                Optional.of(cut));
    }

    private void report(Throwable error) {
        options.errorHandler()
                .onError(Severity.WARNING, ErrorOrigin.topology(plan.part().name()), error);
    }

    private void look(SiteState state) {
        long nowNs = System.nanoTime();
        if (nowNs - askedNs < ASK_NS) {
            return;
        }
        askedNs = nowNs;
        plan.received().keySet().forEach(this::openJournal);
        Optional<HostStatus> status = sites.ask(plan.host());
        status.ifPresent(host -> {
            SiteState next = stateBy(host, state);
            if (next != state) {
                directory.setState(next);
                options.notices().accept("spare " + plan.site() + notice(next) + " host=" + plan.host());
            }
        });
        tell(status.isEmpty());
        boolean hasEnded = true;
        for (String name : plan.received().keySet()) {
            hasEnded &= hasEnded(name, status, nowNs);
        }
        if (hasEnded) {
            directory.setState(SiteState.COMPLETE); // it has the records that say so
            end = End.ENDED;
        }
    }

    private static SiteState stateBy(HostStatus host, SiteState before) {
        return switch (host.spare()) {
            case HostStatus.COMPLETE -> SiteState.COMPLETE;
            case HostStatus.INCOMPLETE -> SiteState.BEHIND;
            case HostStatus.AWAITED -> before == SiteState.COMPLETE ? SiteState.COMPLETE : SiteState.UNCONFIRMED;
            default -> SiteState.UNCONFIRMED;
        };
    }

    private static String notice(SiteState state) {
        return switch (state) {
            case COMPLETE -> " holds everything that its host needs";
            case BEHIND -> " lacks what others act on";
            default -> " is being connected; what it lacks is not known";
        };
    }

    private void tell(boolean isAway) {
        String failure = cut.failure();
        waits = isAway ? "host=" + plan.host() + " does not answer" : failure == null ? "" : failure;
        if (isAway && !wasAway) {
            options.notices()
                    .accept("spare " + plan.site() + ": host=" + plan.host()
                            + " does not answer; if it is lost: millrace promote FILE --host " + plan.host()
                            + " --data "
                            + options.dataDirectory());
        }
        wasAway = isAway;
    }

    /** Returns whether a channel has ended, and its end is of now. */
    private boolean hasEnded(String name, Optional<HostStatus> status, long nowNs) {
        boolean isAway = isAway(name, nowNs);
        Journal journal = journals.get(name);
        if (journal == null) {
            return false;
        }
        boolean isHeld = read(name, ChannelEnd::in).equals(Optional.of(ChannelEnd.HELD));
        if (!isHeld) {
            seenOpen.add(name);
            return isAway && !isOfHost(name);
        }
        Long last = status.map(host -> host.ended().get(name)).orElse(null);
        if (!isAway && isOfHost(name) && !links.hasAcknowledged(name)) {
            return false; // the host waits for that
        }
        boolean isOfNow = seenOpen.contains(name)
                || (last != null && read(name, Journal::lastIndex).orElse(Index.NONE) >= last);
        return isOfNow || isAway;
    }

    private boolean isOfHost(String name) {
        return plan.received().get(name).equals(plan.host());
    }

    private boolean isAway(String name, long nowNs) {
        if (links.isConnected(name)) {
            awaySinceNs.remove(name);
            return false;
        }
        return nowNs - awaySinceNs.computeIfAbsent(name, _ -> nowNs) >= HostRun.AWAY_NS;
    }

    private void openJournal(String name) {
        Path channel = options.dataDirectory().resolve(name);
        if (!journals.containsKey(name) && Journal.exists(channel)) {
            try {
                journals.put(name, Journal.openReadOnly(channel));
            } catch (JournalException e) { // it is being made
                System.getLogger(SpareRun.class.getPackageName())
                        .log(System.Logger.Level.DEBUG, "cannot open a copy yet channel=" + name, e);
            }
        }
    }

    private interface OfJournal<T> {
        T of(Journal journal);
    }

    /** Reads a copy; one whose files were replaced is opened again later. */
    private <T> Optional<T> read(String name, OfJournal<T> question) {
        Journal journal = journals.get(name);
        try {
            return journal == null ? Optional.empty() : Optional.of(question.of(journal));
        } catch (JournalException e) {
            journals.remove(name);
            journal.close();
            return Optional.empty();
        }
    }

    /** Returns how this machine is; in any thread. */
    private HostStatus status() {
        SequencedMap<String, Long> messages = new LinkedHashMap<>();
        for (String name : plan.received().keySet()) {
            Journal journal = journals.get(name);
            try {
                messages.put(name, journal == null ? 0 : journal.messages());
            } catch (JournalException e) { // it was just closed
                messages.put(name, 0L);
            }
        }
        HostLinks open = links;
        return new HostStatus(
                        plan.host(),
                        plan.site(),
                        HostStatus.SPARE,
                        waits,
                        directory.state().map(SpareRun::word).orElse(HostStatus.INCOMPLETE),
                        messages,
                        new LinkedHashMap<>(),
                        List.of(),
                        open == null ? List.of() : open.channels())
                .of(topology)
                .with(details(open));
    }

    private HostDetails details(HostLinks open) {
        SpareCut stored = cut;
        SequencedMap<String, String> boundaries = new LinkedHashMap<>();
        Optional.ofNullable(stored)
                .flatMap(SpareCut::stored)
                .ifPresent(limits ->
                        plan.channelsOfHost().forEach(name -> boundaries.put(name, Index.toText(limits.get(name)))));
        SequencedMap<String, String> epochs = open == null ? new LinkedHashMap<>() : open.epochs();
        return new HostDetails(new LinkedHashMap<>(), new LinkedHashMap<>(), epochs, boundaries);
    }

    private static String word(SiteState state) {
        return switch (state) {
            case COMPLETE -> HostStatus.COMPLETE;
            case UNCONFIRMED -> "unconfirmed";
            default -> HostStatus.INCOMPLETE;
        };
    }

    private void release() {
        HostLinks open = links;
        links = null;
        if (open != null) {
            try {
                cut.close(); // before the journals are released: a promotion writes its file from then on
                cut = null;
            } finally {
                open.close();
            }
        }
        journals.values().forEach(Journal::close);
        journals.clear();
    }

    @Override
    public void close() {
        release();
    }
}
