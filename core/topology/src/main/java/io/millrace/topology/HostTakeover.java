package io.millrace.topology;

import io.millrace.channel.ChannelException;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalId;
import io.millrace.journal.JournalLockedException;
import io.millrace.journal.JournalOptions;
import io.millrace.topology.TakeoverException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Lets the spare of a host take over, or lets a former machine of a host become the spare of the new one. It works on
 * the data directory of this machine; a process that stands by there releases it meanwhile. One thread.
 *
 * <p>A promotion stores first that it has begun. From then on the directory can neither stand by nor run the host until
 * the promotion, called again if need be, has given all journals of the host a new epoch.
 */
public final class HostTakeover {

    private static final long RELEASE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long COMPLETE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NS = 5_000_000;

    /** Directories with what was set aside have the name of the journal, this, and a number. */
    private static final String SET_ASIDE = ".cut-";

    private final Topology topology;
    private final String host;
    private final String named;
    private final HostDirectory directory;
    private final HostSites sites;
    private final Consumer<String> notices;
    private final Consumer<Throwable> errors;

    /**
     * Creates a takeover; nothing happens yet.
     *
     * @param topology the topology
     * @param named the name of a host that has a spare; for a reset also that of the spare, whose machine this is then
     *     where its directory is empty
     * @param data the data directory of this machine
     * @param notices receives sentences for people
     * @param errors receives errors of links, from any thread
     * @throws TopologyException where there is no such host, or it has no spare
     */
    public HostTakeover(
            Topology topology, String named, Path data, Consumer<String> notices, Consumer<Throwable> errors) {
        HostPlan plan = topology.plan(named);
        if (plan.otherSite().isEmpty()) {
            throw topology.problem("host=" + named + " has no spare; name one by replicas", "hosts", named);
        }
        this.topology = topology;
        this.host = plan.host();
        this.named = named;
        this.directory = new HostDirectory(data);
        this.sites = new HostSites(topology, () -> directory.owner().orElse(host));
        this.notices = notices;
        this.errors = errors;
    }

    /** Whether a host that still answers may be promoted elsewhere. */
    public enum Living {
        /** It is refused. */
        REFUSED,
        /** It may: it cannot write any more once it hears of the promotion. */
        REPLACED
    }

    /**
     * Makes the spare whose directory this is the host: gives all journals that the host writes a new epoch. Does
     * nothing where that is so. A promotion that was interrupted is completed.
     *
     * @param living whether a host that still answers may be replaced
     * @param losses whether a spare may be promoted that lacks what others have acted on
     * @throws TakeoverException where it is refused or cannot be completed now
     * @throws InterruptedException where the thread is interrupted
     */
    public void promote(Living living, HostLosses losses) throws InterruptedException {
        if (!named.equals(host)) {
            throw topology.problem(
                    "host=" + named + " is a spare; name the host that it takes over: " + host, "hosts", named);
        }
        long startedMs = System.currentTimeMillis();
        HostPlan plan = plan();
        if (directory.state().equals(Optional.of(SiteState.RUNS))) {
            notices.accept("host " + host + " runs at " + plan.site() + " since an earlier promotion");
            return;
        }
        refuseIncomplete(losses);
        boolean isContinued = directory.state().equals(Optional.of(SiteState.PROMOTING));
        if (!isContinued) {
            refuseLiving(plan, living, sites::askSiteAtStart);
        }
        List<String> before = setAside();
        try (PromotionRequest _ = takeLock();
                HostCandidate candidate = open(plan)) {
            if (!isContinued) {
                // It may have been started meanwhile, and saw this machine standing by.
                boolean isAway = refuseLiving(plan, living, sites::askSiteAgain);
                if (isAway) {
                    candidate.isAway(plan.otherSite().orElseThrow());
                }
                Optional<String> obstacle = candidate.obstacle();
                if (obstacle.isPresent() && losses == HostLosses.REFUSED) {
                    throw new TakeoverException(
                            Reason.INCOMPLETE,
                            "the spare cannot be promoted site=" + plan.site() + " " + obstacle.get());
                }
            }
            Map<JournalId, Long> kept = kept(plan, isContinued, losses);
            if (!isContinued) {
                Optional<String> full = candidate.reserve(kept);
                if (full.isPresent()) { // or some journals would have left the host, and others not
                    throw new TakeoverException(
                            Reason.REFUSED, "the spare cannot be promoted site=" + plan.site() + " " + full.get());
                }
            }
            directory.setState(SiteState.PROMOTING);
            promoteAll(candidate, losses, kept);
            candidate.mistrustInputs();
            directory.setPromoted(startedMs);
        }
        tellSetAside(before);
        notices.accept("host " + host + " runs at " + plan.site() + " from now on; to run it: millrace run FILE --host "
                + host + " --data " + directory.path());
    }

    /**
     * Returns what each journal keeps: what was stored when the promotion began. Where that cannot be read it is
     * computed again, since journals that were cut allow the others at least as much.
     */
    private Map<JournalId, Long> kept(HostPlan plan, boolean isContinued, HostLosses losses) {
        Optional<Map<JournalId, Long>> stored = isContinued ? SpareCut.settled(directory.path()) : Optional.empty();
        return stored.orElseGet(() -> settle(plan, losses));
    }

    /**
     * Stores what each journal keeps: each record that has what it was made of. With losses a journal ends before what
     * cannot be read.
     */
    private Map<JournalId, Long> settle(HostPlan plan, HostLosses losses) {
        ConsistentCut.Damage damage = losses == HostLosses.REFUSED
                ? ConsistentCut.Damage.REFUSED
                : (channel, error) -> notices.accept("channel=" + channel + " cannot be read to its end, and what is"
                        + " damaged and follows is set aside: " + error.getMessage());
        try {
            return SpareCut.settle(directory.path(), plan.channelsOfHost(), damage);
        } catch (JournalException | ChannelException | UncheckedIOException e) {
            throw new TakeoverException(
                    Reason.REFUSED, "what is kept cannot be computed or stored: " + e.getMessage(), e);
        }
    }

    private void promoteAll(HostCandidate candidate, HostLosses losses, Map<JournalId, Long> kept)
            throws InterruptedException {
        try {
            await(() -> candidate.promote(losses, kept));
        } catch (TopologyException e) {
            if (!candidate.hasBegun()) {
                directory.setState(SiteState.BEHIND);
                throw new TakeoverException(Reason.INCOMPLETE, e.getMessage(), e);
            }
            throw new TakeoverException(Reason.UNFINISHED, e.getMessage() + "; call it again", e);
        }
    }

    /**
     * Sets aside what only this machine has, which ran the host before the other one was promoted, and lets it stand
     * by. The other machine runs the host now.
     *
     * @throws TakeoverException where it is refused or cannot be completed now
     * @throws InterruptedException where the thread is interrupted
     */
    public void reset() throws InterruptedException {
        HostPlan plan = plan();
        String other = plan.otherSite().orElseThrow();
        Optional<HostStatus> status;
        try {
            status = sites.askSiteAtStart(other);
        } catch (UnaskedHostException e) {
            throw new TakeoverException(
                    Reason.REFUSED, "the host must run at the other machine, and " + e.getMessage(), e);
        }
        if (status.isEmpty() || status.get().standsBy()) {
            throw new TakeoverException(
                    Reason.REFUSED,
                    "the host must run at the other machine, since what that one lacks is set aside here host=" + host
                            + " other=" + other + (status.isEmpty() ? " does not answer" : " stands by")
                            + (directory.owner().isEmpty()
                                    ? "; the directory is new, and taken for that of " + plan.site()
                                            + ": is this machine the other one?"
                                    : ""));
        }
        List<String> before = setAside();
        try (PromotionRequest _ = takeLock()) {
            directory.own(plan.site());
            directory.setState(SiteState.RESETTING);
            try (CutFile file = new CutFile(directory.path())) {
                file.delete(); // it is that of an earlier time
            }
            try (HostCandidate candidate = open(plan)) {
                await(candidate::reset);
            }
            directory.setState(SiteState.BEHIND);
        }
        tellSetAside(before);
        notices.accept("the machine " + plan.site() + " can stand by for host " + host + ": millrace run FILE --host "
                + plan.site() + " --data " + directory.path());
    }

    /** Returns the names of what was set aside here so far. */
    private List<String> setAside() {
        if (!Files.isDirectory(directory.path())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory.path())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains(SET_ASIDE))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read a data directory directory=" + directory.path() + ": " + e, e);
        }
    }

    private void tellSetAside(List<String> before) {
        List<String> now =
                setAside().stream().filter(name -> !before.contains(name)).toList();
        if (!now.isEmpty()) {
            notices.accept(
                    "set aside, since only this machine has it: journals=" + now + " directory=" + directory.path());
        }
    }

    private HostPlan plan() {
        HostPlan named = topology.plan(host);
        String site = directory.owner().orElse(this.named);
        if (!named.sites(host).contains(site)) {
            throw new TakeoverException(
                    Reason.REFUSED,
                    "data directory is that of another host directory=" + directory.path() + " owner=" + site
                            + " sites=" + named.sites(host));
        }
        return topology.plan(host, site, HostDuty.STANDS_BY);
    }

    private void refuseIncomplete(HostLosses losses) {
        Optional<SiteState> state = directory.state();
        if (state.isEmpty() || state.get() == SiteState.RESETTING) {
            throw new TakeoverException(
                    Reason.REFUSED,
                    "nothing stands by in the directory; is it that of the spare? host=" + host + " directory="
                            + directory.path());
        }
        String lacks = switch (state.get()) {
            case BEHIND -> "the spare has never had everything, or the host continued without it";
            case UNCONFIRMED -> "the spare may lack something: when the host answered last, it was being connected";
            default -> "";
        };
        if (!lacks.isEmpty() && losses == HostLosses.REFUSED) {
            throw new TakeoverException(
                    Reason.INCOMPLETE,
                    lacks + " host=" + host + " directory=" + directory.path() + " state=" + state.get());
        }
    }

    private interface Asking {
        Optional<HostStatus> ask(String site);
    }

    /** Refuses a promotion of a host that answers; returns whether it does not. */
    private boolean refuseLiving(HostPlan plan, Living living, Asking asking) {
        Optional<HostStatus> status = Optional.empty();
        try {
            status = asking.ask(plan.otherSite().orElseThrow());
        } catch (UnaskedHostException e) {
            if (living == Living.REFUSED) {
                throw new TakeoverException(
                        Reason.UNASKED, "whether the host runs is not known host=" + host + ": " + e.getMessage(), e);
            }
        }
        if (living == Living.REFUSED && status.isPresent() && !status.get().standsBy()) {
            throw new TakeoverException(
                    Reason.HOST_ANSWERS,
                    "the host runs host=" + host + " site=" + status.get().site() + " state="
                            + status.get().state());
        }
        return status.isEmpty();
    }

    private PromotionRequest takeLock() throws InterruptedException {
        if (!Files.isDirectory(directory.path())) {
            directory.own(named);
        }
        long startNs = System.nanoTime();
        Optional<PromotionRequest> lock = PromotionRequest.take(directory.path());
        while (lock.isEmpty()) {
            if (System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(2)) { // to look at it takes a moment
                throw new TakeoverException(
                        Reason.REFUSED, "another command is at work here directory=" + directory.path());
            }
            pause();
            lock = PromotionRequest.take(directory.path());
        }
        return lock.get();
    }

    /** Opens the journals, once a process that stands by has released them. */
    private HostCandidate open(HostPlan plan) throws InterruptedException {
        long startNs = System.nanoTime();
        while (true) {
            try {
                return HostRun.transport(host).candidate(plan, settings(plan));
            } catch (JournalLockedException e) {
                if (System.nanoTime() - startNs > RELEASE_NS) {
                    throw new TakeoverException(
                            Reason.REFUSED, "another process does not release the journals: " + e.getMessage(), e);
                }
            } catch (JournalException e) {
                throw new TakeoverException(Reason.REFUSED, "a journal cannot be opened: " + e.getMessage(), e);
            }
            pause();
        }
    }

    private HostTransport.Settings settings(HostPlan plan) {
        SequencedMap<String, JournalOptions> journals = new LinkedHashMap<>();
        plan.received()
                .keySet()
                .forEach(name -> journals.put(
                        name, JournalSettings.of(plan.part().channels().get(name), errors)));
        return new HostTransport.Settings(
                directory.path(),
                journals,
                () -> {
                    throw new AssertionError("a candidate does not listen");
                },
                notices,
                errors,
                TopologyPrint.of(topology),
                Optional.empty());
    }

    private interface Step {
        Optional<String> take();
    }

    private void await(Step step) throws InterruptedException {
        long startNs = System.nanoTime();
        Optional<String> missing = step.take();
        while (missing.isPresent()) {
            if (System.nanoTime() - startNs > COMPLETE_NS) {
                throw new TakeoverException(
                        Reason.UNFINISHED,
                        "not completed in time; call it again host=" + host + " after=" + Duration.ofNanos(COMPLETE_NS)
                                + " " + missing.get());
            }
            pause();
            missing = step.take();
        }
    }

    private static void pause() throws InterruptedException {
        LockSupport.parkNanos(LOOK_NS);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while a host was taken over");
        }
    }
}
