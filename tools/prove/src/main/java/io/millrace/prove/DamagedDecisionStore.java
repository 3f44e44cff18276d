package io.millrace.prove;

import io.millrace.prove.LogDisk.Damage;
import io.millrace.prove.LogDisk.Kind;
import io.millrace.transactions.Decision;
import io.millrace.transactions.DecisionNotRecordedException;
import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.GlobalId;
import io.millrace.transactions.HeuristicOutcome;
import io.millrace.transactions.TransactionLogException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

/**
 * A real decision store; after each crash its files are in a state that a power failure may leave. Every other time a
 * sector is damaged too. Then the store opens with everything that was acknowledged and not forgotten, or refuses to
 * open and names the damage; undamaged, it must open.
 */
final class DamagedDecisionStore {

    /** The first number of the decisions that are recorded beside another, to be in flight with it. */
    private static final long ASIDE = 1L << 40;

    private static final int MOST_ASIDE = 3;

    private final Kind kind;
    private final XaFaults faults;
    private final SplittableRandom random;
    private final Path directory;
    private final ProofReport report;
    private final LogDisk disk;
    private final Set<Decision> decided = new HashSet<>();
    private final Set<GlobalId> kept = new HashSet<>();
    private final List<GlobalId> doubtful = new ArrayList<>();
    private DecisionStore real;
    private Path at;
    private int starts;
    private long incarnation;
    private long aside = ASIDE;

    /** The content certainly on the device; null if it is all that was written. */
    private SortedMap<String, byte[]> forced;

    /**
     * Creates a new store.
     *
     * @param directory below which each start has a directory of its own
     */
    DamagedDecisionStore(Kind kind, XaFaults faults, SplittableRandom random, Path directory, ProofReport report) {
        this.kind = kind;
        this.faults = faults;
        this.random = random;
        this.directory = directory;
        this.report = report;
        this.disk = new LogDisk(kind, random);
    }

    /** Opens the store, after a crash. */
    DecisionStore open() {
        try {
            SortedMap<String, byte[]> files = real == null ? disk.fresh() : afterCrash();
            at = directory.resolve("start-" + ++starts);
            Damage damage = real == null || random.nextBoolean() ? null : disk.damage(files);
            real = null; // it is closed
            if (damage != null) {
                openDamaged(files, damage);
            }
            if (real == null) {
                LogDisk.write(files, at);
                real = kind.open(at);
            }
            check(damage);
            notes(true);
            return new Store();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SortedMap<String, byte[]> afterCrash() throws IOException {
        boolean ended = forced == null && random.nextBoolean();
        if (ended) {
            real.close(); // which writes the unforced records
        }
        SortedMap<String, byte[]> now = LogDisk.read(at);
        if (!ended) {
            real.close();
        }
        DirectoryTrees.delete(at);
        report.count("log: losses of power, " + kind, 1);
        return forced == null ? now : disk.torn(forced, now);
    }

    private void openDamaged(SortedMap<String, byte[]> files, Damage damage) throws IOException {
        LogDisk.write(LogDisk.damaged(files, damage), at);
        String what = damage.bit() < 0 ? "log: sectors zeroed, " : "log: bits flipped, ";
        try {
            real = kind.open(at);
            report.count(what + "read around, " + kind, 1);
        } catch (TransactionLogException e) {
            if (!e.getMessage().contains(damage.file()) || !e.getMessage().contains("offset=")) {
                throw new ProofException("the error names no location " + damage, e);
            }
            report.count(what + "refused, " + kind, 1);
            DirectoryTrees.delete(at);
        }
    }

    /** Checks that everything acknowledged is there, and learns the state of the rest. */
    private void check(Damage damage) {
        Set<Decision> found = new HashSet<>(real.pending());
        Set<GlobalId> foundKept = new HashSet<>();
        real.kept().forEach(outcome -> foundKept.add(outcome.transaction()));
        if (!found.containsAll(decided) || !foundKept.containsAll(kept) || real.incarnation() <= incarnation) {
            throw new ProofException("an acknowledged decision"
                    + " is lost store=" + kind + " damage=" + damage + " decided="
                    + decided + " found=" + found + " kept=" + kept + " found=" + foundKept + " incarnation="
                    + incarnation + " found=" + real.incarnation());
        }
        boolean missing = false;
        for (GlobalId transaction : doubtful) {
            if (missing && real.isDecided(transaction)) {
                throw new ProofException("a later decision is stored and an earlier one is missing store=" + kind
                        + " damage=" + damage + " order=" + doubtful + " found=" + found);
            }
            missing |= !real.isDecided(transaction);
        }
        for (Decision decision : found) {
            if (decision.transaction().sequence() >= ASIDE) {
                real.forget(decision.transaction());
            }
        }
        incarnation = real.incarnation();
        decided.clear();
        decided.addAll(real.pending());
        kept.addAll(foundKept);
        doubtful.clear();
    }

    /** Notes the content of the device now. The log writes only what it forces, so the content is known. */
    private void notes(boolean isForced) {
        try {
            if (kind == Kind.FILES) {
                forced = isForced ? LogDisk.read(at) : forced;
            } else {
                forced = isForced ? null : LogDisk.read(at);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the store for good; its files stay. */
    void close() {
        if (real != null) {
            real.close();
        }
    }

    void removeFiles() {
        try {
            DirectoryTrees.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Store implements DecisionStore {

        private boolean failed;

        @Override
        public long incarnation() {
            return incarnation;
        }

        /** Returns the fault of this call, or null. */
        private XaFault fault(XaCall call) {
            if (failed) {
                throw new TransactionLogException("the store has failed before");
            }
            return faults.at(call, "log");
        }

        private void fail(XaFault fault) {
            if (fault.kind() == XaFault.Kind.KILL) {
                throw faults.kill();
            }
            failed = true;
            faults.storeFailed();
            if (fault.kind() == XaFault.Kind.FATAL) {
                throw new OutOfMemoryError("thrown by the store");
            }
            throw new TransactionLogException("the store fails");
        }

        @Override
        public synchronized void record(Decision decision) {
            XaFault fault = fault(XaCall.STORE_RECORD);
            if (fault == null) {
                real.record(decision);
                decided.add(decision);
                notes(true);
                return;
            }
            if (fault.kind() == XaFault.Kind.NOT_RECORDED) {
                throw new DecisionNotRecordedException("the store has no space", null);
            }
            if (fault.isDone() && random.nextBoolean()) {
                real.record(decision);
                decided.add(decision);
                doubtful.add(decision.transaction());
                notes(true);
            } else if (fault.isDone()) {
                notes(false);
                recordAmongOthers(decision);
            }
            fail(fault);
        }

        /** Records it together with others, whose state is unknown when the power fails. */
        private void recordAmongOthers(Decision decision) {
            List<Decision> all = new ArrayList<>();
            int others = kind == Kind.FILES ? 0 : random.nextInt(MOST_ASIDE + 1);
            for (int n = 0; n < others; n++) {
                all.add(new Decision(new GlobalId(incarnation, aside++), decision.branches()));
            }
            all.add(random.nextInt(others + 1), decision);
            CountDownLatch left = new CountDownLatch(all.size());
            for (Decision one : all) {
                doubtful.add(one.transaction());
                real.record(one, error -> left.countDown());
            }
            boolean interrupted = false;
            while (left.getCount() > 0) {
                try {
                    left.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public synchronized void forget(GlobalId transaction) {
            if (isDecided(transaction)) {
                XaFault fault = fault(XaCall.STORE_FORGET);
                if (fault == null || fault.isDone()) {
                    real.forget(transaction);
                    decided.removeIf(decision -> decision.transaction().equals(transaction));
                }
                if (fault != null) {
                    fail(fault);
                }
            }
        }

        @Override
        public synchronized void keep(HeuristicOutcome outcome) {
            XaFault fault = fault(XaCall.STORE_KEEP);
            boolean isForced = fault == null || random.nextBoolean();
            if (fault == null || fault.isDone()) {
                if (!isForced) {
                    notes(false);
                }
                real.keep(outcome);
                if (isForced) {
                    kept.add(outcome.transaction());
                    notes(true);
                }
            }
            if (fault != null) {
                fail(fault);
            }
        }

        @Override
        public synchronized void forgetOutcome(GlobalId transaction) {
            if (real.isKept(transaction)) {
                XaFault fault = fault(XaCall.STORE_FORGET);
                if (fault == null || fault.isDone()) {
                    kept.remove(transaction);
                    real.forgetOutcome(transaction);
                }
                if (fault != null) {
                    fail(fault);
                }
            }
        }

        @Override
        public synchronized Collection<Decision> pending() {
            return real.pending().stream()
                    .filter(decision -> !doubtful.contains(decision.transaction()))
                    .toList();
        }

        @Override
        public synchronized boolean isDecided(GlobalId transaction) {
            return real.isDecided(transaction) && !doubtful.contains(transaction);
        }

        @Override
        public synchronized Collection<HeuristicOutcome> kept() {
            return real.kept();
        }

        @Override
        public void close() {}
    }
}
