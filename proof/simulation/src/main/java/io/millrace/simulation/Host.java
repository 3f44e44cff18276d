package io.millrace.simulation;

import io.millrace.journal.JournalId;
import io.millrace.replication.LogOrigin;
import io.millrace.replication.LogPosition;
import io.millrace.replication.Losses;
import io.millrace.replication.Member;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MissingPolicy;
import io.millrace.replication.ReplicationException;
import io.millrace.replication.RunSlice;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** A machine with a disk and a clock of its own, on which a member runs or does not. */
final class Host implements Interruption {

    private static final long TICK_NS = 6 * Plan.MS_NS;
    private static final long SLOWEST_CLOCK = 800;
    private static final long FASTEST_CLOCK = 1250;
    private static final long CLOCK_UNIT = 1000;
    private static final int LARGEST_BATCH = 5;
    private static final int LARGEST_FRAME = 6;
    private static final int NEVER = -1;

    private final int index;
    private final Plan plan;
    private final Schedule schedule;
    private final SimulatedNetwork network;
    private final History history;
    private final Coverage coverage;
    private final Trace trace;
    private final RandomGenerator random;
    private final long clockRate;
    private final long clockOffsetNs;
    private final RunSlice slice = new RunSlice();

    /** What limits its acknowledgements; null where nothing does. */
    private ModelHolding holding;

    private final SplittableRandom limits;
    private ModelStore store;
    private ModelLog log;
    private Member member;
    private int incarnation;
    private boolean isLossAccepted;
    private int crashIn = NEVER;
    private CrashKind crashKind = CrashKind.KILL;
    private CrashKind wentDownBy = CrashKind.KILL;

    Host(
            int index,
            Plan plan,
            Schedule schedule,
            SimulatedNetwork network,
            History history,
            Coverage coverage,
            Trace trace,
            SplittableRandom random,
            Optional<SplittableRandom> limits) {
        this.limits = limits.orElse(null);
        this.index = index;
        this.plan = plan;
        this.schedule = schedule;
        this.network = network;
        this.history = history;
        this.coverage = coverage;
        this.trace = trace;
        this.random = random.split();
        clockRate = random.nextLong(SLOWEST_CLOCK, FASTEST_CLOCK);
        clockOffsetNs = random.nextLong(1000 * Plan.MS_NS);
        newDisk();
    }

    private void newDisk() {
        store = new ModelStore(this, this, random.nextLong() | 1);
        log = new ModelLog(this, history, store);
        holding = limits == null ? null : new ModelHolding(limits);
    }

    int index() {
        return index;
    }

    String name() {
        return Plan.name(index);
    }

    Trace trace() {
        return trace;
    }

    int incarnation() {
        return incarnation;
    }

    boolean isUp() {
        return member != null;
    }

    boolean isUp(int when) {
        return member != null && incarnation == when;
    }

    ModelLog log() {
        return log;
    }

    /** Returns the member, or null while the host is down. */
    Member member() {
        return member;
    }

    boolean isSource() {
        return member != null && member.isSource();
    }

    private long clockNs() {
        return clockOffsetNs + schedule.nowNs() / CLOCK_UNIT * clockRate;
    }

    /** Makes this host that of a new journal. */
    void found() {
        log.create(new LogOrigin(new JournalId(1, 2), 0, 0, 0, 0, 0));
        start();
        enter(present -> present.found(plan.count(), plan.level()));
    }

    /** Starts the process, which ticks from now on. */
    void start() {
        incarnation++;
        crashIn = NEVER;
        isLossAccepted = false;
        int mine = incarnation;
        trace.add(() -> name() + " starts after=" + wentDownBy);
        log.reopen(wentDownBy, random);
        MemberOptions options = plan.options(index);
        if (holding != null) {
            holding.start(log);
            options = options.withHolding(holding);
        }
        try {
            member = new Member(
                    log,
                    store,
                    options,
                    address -> network.connect(this, address),
                    this::event,
                    new SplittableRandom(random.nextLong()),
                    clockNs());
        } catch (CrashError e) {
            throw new ViolationException("no crash was due", e);
        }
        if (member.isSource() && random.nextBoolean()) {
            log.roll(); // as recovery does, which discards no index
        }
        tick(mine);
        force(mine);
    }

    private void tick(int mine) {
        if (isUp(mine)) {
            if (holding != null) {
                holding.tick(schedule.nowNs(), coverage);
            }
            enter(present -> present.tick(clockNs()));
            schedule.after(TICK_NS / 2 + random.nextLong(TICK_NS), () -> tick(mine));
        }
    }

    private void force(int mine) {
        if (isUp(mine)) {
            enter(_ -> log.force());
            schedule.after(1 + random.nextLong(2 * plan.forceNs()), () -> force(mine));
        }
    }

    /** Lets the member do something, unless the host is down; then sends what there is to send. */
    void enter(Consumer<Member> step) {
        if (member == null) {
            return;
        }
        try {
            step.accept(member);
            member.progressed();
            for (ConnectionEnd end : network.endsOf(this)) {
                end.pump(slice);
            }
        } catch (CrashError e) {
            crash(e.kind());
        } catch (ReplicationException | AssertionError | IllegalStateException e) {
            throw new ViolationException("a member failed host=" + name() + " error=" + e, e);
        }
    }

    /** Ends the host at one of its next changes on the disk. */
    void crashSoon(CrashKind kind) {
        crashKind = kind;
        crashIn = random.nextInt(1, 12);
    }

    @Override
    public void mayCrash() {
        if (crashIn > 0 && --crashIn == 0) {
            coverage.count("crashes within a step");
            throw new CrashError(crashKind);
        }
    }

    /** Ends no step any more. */
    void calm() {
        crashIn = NEVER;
        if (holding != null) {
            holding.calm();
        }
    }

    void crash(CrashKind kind) {
        trace.add(() -> name() + " crashes by=" + kind);
        coverage.count("crashes by " + kind);
        member = null;
        crashIn = NEVER;
        wentDownBy = kind;
        network.endsOf(this).forEach(end -> end.abandon(kind));
        if (kind == CrashKind.DISK) {
            history.lost(copyId());
            newDisk();
            wentDownBy = CrashKind.KILL;
        }
    }

    /** Appends a batch, if this is a source that may append. */
    void append() {
        if (!isSource() || !log.canAppend()) {
            return;
        }
        enter(present -> {
            if (plan.missing() instanceof MissingPolicy.Fail) {
                demandCopies(present);
            }
            int[] lengths = new int[random.nextInt(1, LARGEST_BATCH + 1)];
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = random.nextInt(ModelFrame.LEAST_WORDS, LARGEST_FRAME + 1);
            }
            long end = log.append(lengths);
            coverage.count(present.isDegraded() ? "appends while degraded" : "appends");
            trace.add(() -> name() + " appends batch=" + lengths.length + " end=" + LogPosition.toText(end));
        });
    }

    /** Checks that a source that refuses appends without enough copies has a link to so many. */
    private void demandCopies(Member present) {
        long connected = network.endsOf(this).stream()
                .map(end -> end.other().host())
                .distinct()
                .count();
        int count = present.state().configuration().present().count();
        if (connected < count) {
            throw new ViolationException("an append succeeds without enough copies host=" + name() + " connected="
                    + connected + " count=" + count);
        }
    }

    void promote(Losses losses) {
        enter(present -> {
            if (!present.isCandidate() && present.state().configuration() != null) {
                trace.add(() -> name() + " is to be promoted losses=" + losses);
                coverage.count("orders to promote");
                isLossAccepted = false;
                if (holding == null || present.isSource()) {
                    present.promote(losses);
                } else {
                    promoteKept(present, losses);
                }
            }
        });
    }

    private void promoteKept(Member present, Losses losses) {
        long kept = holding.kept();
        long end = log.end();
        present.keep(kept);
        present.promote(losses);
        if (log.end() > kept || log.end() < Math.min(end, kept)) {
            throw new ViolationException("a candidate keeps something else host=" + name() + " kept="
                    + LogPosition.toText(kept) + " end=" + LogPosition.toText(log.end()));
        }
        if (kept < end) {
            coverage.count("promotions of a part");
        }
    }

    void reset() {
        enter(present -> {
            if (!present.isSource() && !present.isCandidate()) {
                trace.add(() -> name() + " is reset");
                coverage.count("resets");
                present.reset();
            }
        });
    }

    /** Gives an order to a source, which may refuse it. */
    void order(String what, Consumer<Member> order) {
        enter(present -> {
            if (present.isSource()) {
                try {
                    trace.add(() -> name() + " is told to " + what);
                    order.accept(present);
                    coverage.count("orders to " + what);
                } catch (ReplicationException e) {
                    coverage.count("orders refused");
                }
            }
        });
    }

    private void event(MemberEvent event, String text) {
        trace.add(() -> name() + " " + event + " " + text);
        coverage.count("events " + event);
        if (event == MemberEvent.LOSS_ACCEPTED) {
            isLossAccepted = true;
        }
    }

    /** Notes that the stored state makes this member a source. */
    void leads(ModelStore stored) {
        history.led(stored.read().promised(), stored.read().copyId(), log, isLossAccepted);
    }

    /** Checks an acknowledgement on its way to a source. */
    void acknowledges(ConnectionEnd end, long mapped, long synced) {
        if (holding != null) {
            holding.acknowledges(mapped);
        }
        if (mapped > log.end() || synced > log.syncedEnd() || !log.isBetweenBatches(mapped)) {
            throw new ViolationException("a copy acknowledges what it does not hold host=" + name() + " mapped="
                    + LogPosition.toText(mapped) + " end=" + LogPosition.toText(log.end()) + " synced="
                    + LogPosition.toText(synced) + " syncedEnd=" + LogPosition.toText(log.syncedEnd()));
        }
        history.heard(member.state().promised(), copyId(), mapped, synced);
        Host source = end.other().host();
        if (source.isSource()
                && end.other().isOpen()
                && source.member.state().promised().equals(member.state().promised())
                && source.log.chain(mapped) != log.chain(mapped)) {
            throw new ViolationException("a copy acknowledges what is no prefix of its source host=" + name()
                    + " source=" + source.name() + " mapped=" + LogPosition.toText(mapped));
        }
    }

    /** Returns the state in one line. */
    String text() {
        if (member == null) {
            return name() + " down by=" + wentDownBy;
        }
        return name() + " role=" + store.read().role() + " promised="
                + store.read().promised() + " number="
                + store.read().number() + " whole=" + store.read().whole() + " end=" + LogPosition.toText(log.end())
                + " epochs=" + log.epochs().spans() + " certain=" + LogPosition.toText(log.certain()) + " streaming="
                + member.isStreaming() + " stopped=" + member.stopped() + " configuration="
                + store.read().configuration();
    }

    /** Returns whether this copy has everything that a source has. */
    boolean isLevelWith(Host source) {
        return member != null
                && member.isStreaming()
                && log.end() == source.log.end()
                && log.chain(log.end()) == source.log.chain(log.end())
                && log.certain() == source.log.end()
                && store.read().whole();
    }

    long copyId() {
        return store.read().copyId();
    }
}
