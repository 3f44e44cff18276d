package io.millrace.simulation;

import io.millrace.ledger.Block;
import io.millrace.ledger.CommitProof;
import io.millrace.ledger.CommitRecord;
import io.millrace.ledger.Digest;
import io.millrace.ledger.RecordState;
import io.millrace.ledger.Reference;
import io.millrace.ledger.Seat;
import io.millrace.ledger.SeatEvent;
import io.millrace.ledger.SeatOptions;
import io.millrace.ledger.SeatPort;
import io.millrace.ledger.SeatRecovery;
import io.millrace.ledger.SeatSignatures;
import io.millrace.ledger.SeatStatus;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** A machine with a disk and a clock of its own, on which a seat of the ledger runs or does not. */
class LedgerHost implements SeatPort, Interruption {

    private static final int NEVER = -1;
    private static final long KEPT_COMMITS = 1500;
    private static final int COMPACT_AT = 4000;

    /** Commits that a seat fetches at a time. */
    private static final int MOST_FETCHED = 64;

    private static final int ROOT_BYTES = 32;
    private static final long MS_NS = Plan.MS_NS;

    private record Root(long index, Digest digest) {}

    /** An entry of the disk that says that it is that of a first start. */
    private record First() {}

    /** A block that this seat has signed. */
    private record Own(Block block) {}

    private final LedgerWorld world;
    private final int index;
    private final RandomGenerator random;
    private final SeatOptions options;
    private final SeatSignatures signatures;
    private final SimulatedDisk<Object> disk = new SimulatedDisk<>(this);
    private final TreeMap<Long, CommitRecord> commits = new TreeMap<>();
    private final TreeMap<Long, CommitProof> proofs = new TreeMap<>();
    private final Map<Reference, Block> stored = new HashMap<>();
    private final Map<Long, Digest> roots = new HashMap<>();
    private final ArrayDeque<Root> executed = new ArrayDeque<>();
    private List<Object> backup = List.of();
    private Seat seat;
    private Block unforced;
    private int incarnation;
    private long tickAtNs;
    private long skewMs;
    private long newestOwn;
    private long round;
    private long roundSinceNs;
    private long forgotten;
    private int compactAt = COMPACT_AT;
    private int crashIn = NEVER;
    private CrashKind crashKind = CrashKind.KILL;
    private CrashKind wentDownBy = CrashKind.KILL;
    private boolean isException;
    private boolean isRestored;
    private boolean isWrong;
    private boolean hasDiverged;

    LedgerHost(LedgerWorld world, int index, RandomGenerator random) {
        this.world = world;
        this.index = index;
        this.random = random;
        options = SeatOptions.of(index, world.plan().seats(), world.plan().deltaNs())
                .withSending(world.plan().sending());
        signatures = new SimulatedSignatures(index);
        skewMs = random.nextLong(-2000, 2000);
        disk.write(new First());
        disk.force(disk.written());
    }

    LedgerWorld world() {
        return world;
    }

    int index() {
        return index;
    }

    SeatSignatures signatures() {
        return signatures;
    }

    RandomGenerator random() {
        return random;
    }

    /** Returns whether it follows the rules. */
    boolean isCorrect() {
        return true;
    }

    boolean isUp() {
        return seat != null;
    }

    boolean isRestored() {
        return isRestored;
    }

    boolean hasDiverged() {
        return hasDiverged;
    }

    boolean isWrong() {
        return isWrong;
    }

    Seat seat() {
        return seat;
    }

    long newestOwn() {
        return newestOwn;
    }

    void setClock(long newSkewMs) {
        skewMs = newSkewMs;
    }

    /** Makes it carry commits out wrongly from now on. */
    void goWrong() {
        isWrong = true;
    }

    private long nowNs() {
        return world.schedule().nowNs();
    }

    private long wallMs() {
        return LedgerWorld.START_MS + nowNs() / MS_NS + skewMs;
    }

    void start() {
        incarnation++;
        crashIn = NEVER;
        tickAtNs = Long.MAX_VALUE;
        executed.clear();
        round = 0;
        isException = false;
        SeatRecovery recovery = recover();
        world.trace()
                .add(() -> name() + " starts after=" + wentDownBy + " kept=" + recovery.record() + " blocks="
                        + recovery.blocks().size() + " commits=" + recovery.commits());
        seat = new Seat(options, world.codec(), signatures, this, recovery, random.nextLong());
        Seat started = seat;
        enter(() -> started.start(nowNs(), wallMs()));
    }

    private SeatRecovery recover() {
        commits.clear();
        proofs.clear();
        stored.clear();
        newestOwn = 0;
        unforced = null;
        boolean isKept = false;
        List<Block> blocks = new ArrayList<>();
        for (Object entry : disk.read()) {
            switch (entry) {
                case First _ -> isKept = true;
                case Own own -> {
                    isKept = true;
                    unforced = own.block();
                    newestOwn = Math.max(newestOwn, own.block().header().round());
                    blocks.add(own.block());
                    stored.put(own.block().reference(), own.block());
                }
                case Block block -> {
                    if (block.header().author() == index) {
                        newestOwn = Math.max(newestOwn, block.header().round());
                    }
                    blocks.add(block);
                    stored.put(block.reference(), block);
                }
                case CommitRecord commit -> commits.put(commit.index(), commit);
                case CommitProof proof -> proofs.put(proof.index(), proof);
                default -> throw new ViolationException("an entry of no kind entry=" + entry);
            }
        }
        long last = commits.isEmpty() ? 0 : commits.lastKey();
        long carriedOut = last;
        while (carriedOut > 0 && !isWrong && !roots.containsKey(carriedOut)) {
            carriedOut--;
        }
        return new SeatRecovery(isKept ? RecordState.KEPT : RecordState.LOST, blocks, last, carriedOut);
    }

    String name() {
        return "s" + index;
    }

    /** Lets the seat do something, unless the host is down. */
    void enter(Consumer<Seat> step) {
        Seat present = seat;
        if (present != null) {
            enter(() -> {
                present.tick(nowNs(), wallMs());
                step.accept(present);
            });
        }
    }

    private void enter(Runnable step) {
        try {
            step.run();
            while (!executed.isEmpty()) {
                Root root = executed.remove();
                seat.executed(root.index(), root.digest());
            }
        } catch (CrashError e) {
            crash(e.kind());
            return;
        } catch (RuntimeException | AssertionError e) {
            if (e instanceof ViolationException violation) {
                throw violation;
            }
            throw new ViolationException("a seat failed seat=" + name() + " error=" + e, e);
        }
        afterStep();
        tickLater();
    }

    private void afterStep() {
        SeatStatus status = seat.status();
        if (status.round() > round) {
            round = status.round();
            roundSinceNs = nowNs();
            if (isCorrect()) {
                world.checks().entered(index, round, nowNs());
            }
        }
        if (isCorrect()) {
            if (status.isHalted()) {
                throw new ViolationException("a seat has halted seat=" + name());
            }
            demandBounded(status);
        }
    }

    private void demandBounded(SeatStatus status) {
        int seats = world.plan().seats();
        long leader =
                commits.isEmpty() ? 0 : commits.lastEntry().getValue().leader().round();
        long horizon = Math.max(-1, leader - options.horizonRounds());
        long span =
                Math.max(leader, Math.max(status.round(), status.decidedRound())) + options.aheadRounds() - horizon + 2;
        long fetched =
                status.isCatchingUp() ? MOST_FETCHED + world.checks().blocksAfter(status.commits(), MOST_FETCHED) : 0;
        long most = span * (seats + 2L * world.plan().byzantine()) + fetched;
        if (status.keptBlocks() > most) {
            throw new ViolationException("a seat keeps too much seat=" + name() + " most=" + most + " " + status);
        }
    }

    private void tickLater() {
        long next = seat.nextTickNs();
        if (next < tickAtNs || tickAtNs <= nowNs()) {
            tickAtNs = next;
            int mine = incarnation;
            world.schedule().after(next - nowNs(), () -> {
                if (incarnation == mine && seat != null && tickAtNs == next) {
                    enter(_ -> {});
                }
            });
        }
    }

    void received(int from, byte[] message) {
        enter(present -> present.received(from, message));
    }

    /** Offers a transaction; returns whether it was taken. */
    boolean offer(long id) {
        boolean[] isTaken = {false};
        enter(present -> isTaken[0] =
                present.offer(ByteBuffer.allocate(2 * Long.BYTES).putLong(id).array()));
        return isTaken[0] && seat != null;
    }

    /** Ends the host at one of its next changes on the disk, forces or messages. */
    void crashSoon(CrashKind kind) {
        crashKind = kind;
        crashIn = random.nextInt(1, 60);
    }

    void calm() {
        crashIn = NEVER;
    }

    @Override
    public void mayCrash() {
        if (crashIn > 0 && --crashIn == 0) {
            world.coverage().count("crashes within a step");
            throw new CrashError(crashKind);
        }
    }

    void crash(CrashKind kind) {
        world.trace().add(() -> name() + " crashes by=" + kind);
        world.coverage().count("crashes by " + kind);
        seat = null;
        crashIn = NEVER;
        wentDownBy = kind;
        disk.crash(kind, random);
        incarnation++;
    }

    void backUp() {
        backup = disk.backup();
    }

    /** Starts again with the disk of an earlier time. */
    void restore() {
        if (!backup.isEmpty() && seat == null) {
            isRestored = true;
            world.coverage().count("backups restored");
            disk.restore(backup);
        }
    }

    @Override
    public void send(int peer, byte[] message) {
        mayCrash();
        world.send(index, peer, message);
        mayCrash();
    }

    @Override
    public void store(Block block) {
        Block shared = world.shared(block);
        disk.write(shared);
        stored.put(shared.reference(), shared);
    }

    @Override
    public void storeOwn(Block block) {
        unforced = block;
        long made = block.header().round();
        if (isCorrect() && made > newestOwn + 1) {
            world.coverage().count("rounds left out");
            boolean isBehind = isException || newestOwn - 1 <= seat.status().horizon();
            leftOut(made, isBehind && made - 3 <= seat.status().decidedRound());
        }
        if (isCorrect() && made == round) {
            world.checks().made(index, made, nowNs() - roundSinceNs);
        }
        isException = false;
        newestOwn = Math.max(newestOwn, made);
        disk.write(new Own(block));
        stored.put(block.reference(), block);
        world.trace()
                .add(() -> name() + " makes " + block + " parents="
                        + block.header().parents());
    }

    /** Takes note that the rounds before a block were left out. */
    void leftOut(long made, boolean isAllowed) {
        if (!isAllowed) {
            throw new ViolationException("a seat leaves rounds out whose slots are open seat=" + name() + " made="
                    + made + " before=" + newestOwn + " " + seat.status());
        }
    }

    @Override
    public void store(CommitRecord commit) {
        world.trace().add(() -> name() + " commits " + commit.index() + " " + commit.leader());
        if (isCorrect()) {
            world.checks().committed(index, commit); // a host that is killed after the write starts again with it
        }
        disk.write(commit);
        commits.put(commit.index(), commit);
    }

    @Override
    public void store(CommitProof proof) {
        disk.write(proof);
        proofs.put(proof.index(), proof);
    }

    @Override
    public void force(long number) {
        mayCrash();
        int mine = incarnation;
        long end = disk.written();
        long takesNs = 1 + random.nextLong(2 * world.plan().forceNs());
        world.schedule().after(takesNs, () -> {
            if (incarnation == mine && seat != null) {
                enter(present -> {
                    disk.force(end);
                    if (isCorrect() && !isRestored && unforced != null) {
                        world.checks().signed(unforced);
                    }
                    present.forced(number);
                });
            }
        });
    }

    @Override
    public void forget(long until) {
        forgotten = until;
        if (disk.size() < compactAt) {
            return;
        }
        long first = commits.isEmpty() ? 0 : commits.lastKey() - KEPT_COMMITS;
        Set<Reference> kept = new HashSet<>();
        commits.tailMap(first, false).values().forEach(commit -> kept.addAll(commit.blocks()));
        disk.removeForced(entry -> switch (entry) {
            case CommitRecord commit -> commit.index() <= first;
            case CommitProof proof -> proof.index() <= first;
            case Block block -> isGone(block, kept);
            case Own own -> own.block().header().round() < newestOwn && isGone(own.block(), kept);
            default -> false;
        });
        commits.headMap(first, true).clear();
        proofs.headMap(first, true).clear();
        stored.values().removeIf(block -> isGone(block, kept));
        roots.keySet().removeIf(number -> number < first);
        compactAt = 2 * disk.size() + COMPACT_AT;
    }

    private boolean isGone(Block block, Set<Reference> kept) {
        return block.header().round() <= forgotten && !kept.contains(block.reference());
    }

    @Override
    public Optional<CommitRecord> commit(long number) {
        return Optional.ofNullable(commits.get(number));
    }

    @Override
    public Optional<CommitProof> proofFrom(long number) {
        return Optional.ofNullable(proofs.ceilingEntry(number)).map(Map.Entry::getValue);
    }

    @Override
    public Optional<Block> block(Reference reference) {
        return Optional.ofNullable(stored.get(reference));
    }

    @Override
    public void execute(CommitRecord commit, List<byte[]> transactions) {
        if (isWrong) {
            executed.add(new Root(commit.index(), Digest.of(new byte[ROOT_BYTES])));
            return;
        }
        Digest before = roots.get(commit.index() - 1);
        long left = before == null
                ? commit.index() == 1 ? 0 : -1
                : ByteBuffer.wrap(before.bytes()).getLong();
        if (left == -1) {
            throw new ViolationException("a commit is carried out without the one before commit=" + commit);
        }
        long mixed =
                ModelFrame.mix(left, ByteBuffer.wrap(commit.digest().bytes()).getLong());
        for (byte[] transaction : transactions) {
            mixed = ModelFrame.mix(
                    mixed,
                    ByteBuffer.wrap(Arrays.copyOf(transaction, Long.BYTES)).getLong());
        }
        Digest root = Digest.of(ByteBuffer.allocate(ROOT_BYTES).putLong(mixed).array());
        roots.put(commit.index(), root);
        if (isCorrect()) {
            world.checks().executed(index, commit, transactions, root);
        }
        transactions.forEach(world::carriedOut);
        executed.add(new Root(commit.index(), root));
    }

    @Override
    public void event(SeatEvent event, String text) {
        world.trace().add(() -> name() + " " + event + " " + text);
        if (isCorrect()) {
            world.coverage().count("events " + event);
        }
        switch (event) {
            case CAUGHT_UP, AMNESIA -> isException = true;
            case DIVERGED -> {
                hasDiverged = true;
                if (!isWrong && isCorrect()) {
                    throw new ViolationException("a seat that is right stops seat=" + name() + " " + text);
                }
            }
            default -> {}
        }
    }

    /** Returns the block that this seat has made in a round and still keeps, or null. */
    Reference ownBlock(long number) {
        return stored.keySet().stream()
                .filter(block -> block.author() == index && block.round() == number)
                .findFirst()
                .orElse(null);
    }

    /** Returns the state in one line. */
    String text() {
        return name() + (seat == null ? " down by=" + wentDownBy : " " + seat.status());
    }
}
