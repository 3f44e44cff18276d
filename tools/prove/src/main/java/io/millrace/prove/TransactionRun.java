package io.millrace.prove;

import io.millrace.prove.TransactionRecord.Branch;
import io.millrace.prove.TransactionRecord.State;
import io.millrace.prove.TransactionRecord.Truth;
import io.millrace.prove.TransactionRecord.Verdict;
import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.GlobalId;
import io.millrace.transactions.HeuristicOutcome;
import io.millrace.transactions.NodeName;
import io.millrace.transactions.RecoverableResource;
import io.millrace.transactions.RecoveryReport;
import io.millrace.transactions.TransactionOptions;
import io.millrace.transactions.Transactions;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Transactions over simulated resources while things go wrong, recovery until nothing is left to do, and the checks:
 * all branches of a transaction ended the same way, and as its caller was told; where a resource deviated by itself, an
 * error was reported; no lock is held any more.
 */
final class TransactionRun {

    private static final int PASSES = 6;
    private static final int STARTS = 50;

    private final XaFaults faults;
    private final Supplier<DecisionStore> log;
    private final List<RecordingResource> resources = new ArrayList<>();
    private final List<TransactionRecord> records = new ArrayList<>();
    private final Set<GlobalId> kept = new HashSet<>();
    private Transactions transactions;
    private int crashesAtStart;

    /**
     * The description of one transaction.
     *
     * @param work the work of each of its resources: {@link Truth#OPEN} changes something, or {@link Truth#READ_ONLY}
     * @param ending how its caller ends it
     * @param order whether its branches end one after another
     */
    record Shape(List<Truth> work, Ending ending, TransactionOptions.BranchOrder order) {
        Shape {
            work = List.copyOf(work);
        }
    }

    /** How a caller ends a transaction. */
    enum Ending {
        COMMIT,
        ROLLBACK,
        MARKED
    }

    /**
     * Creates a run.
     *
     * @param log opens the decision log in its state after a crash
     */
    TransactionRun(XaFaults faults, Supplier<DecisionStore> log, int resources) {
        this.faults = faults;
        this.log = log;
        for (int i = 0; i < resources; i++) {
            this.resources.add(new RecordingResource("r" + i, faults));
        }
    }

    /** Makes transactions, and passes of recovery between them where faults may hit those too. */
    void work(List<Shape> shapes) {
        try {
            for (Shape shape : shapes) {
                TransactionRecord record = new TransactionRecord();
                records.add(record);
                surviving(shape.order(), () -> one(shape, record));
                surviving(shape.order(), () -> transactions.recover());
            }
        } finally {
            stop();
        }
    }

    /** Runs an action with a coordinator, and starts another one if that is killed or its store fails. */
    private void surviving(TransactionOptions.BranchOrder order, Runnable action) {
        if (transactions == null) {
            start(order);
        }
        try {
            action.run();
        } catch (CoordinatorKilledError e) {
            stop();
        }
        if (faults.crashes() > crashesAtStart) {
            stop();
        }
    }

    private void start(TransactionOptions.BranchOrder order) {
        faults.revive();
        crashesAtStart = faults.crashes();
        TransactionOptions options = TransactionOptions.of(NodeName.of("proof"))
                .withTimeout(Duration.ofHours(1))
                .withBranchOrder(order)
                .withRecovering(TransactionOptions.Recovering.ON_CALL)
                .withErrorHandler(error -> {}); // the checks find a wrong end
        transactions = Transactions.open(options, log.get(), List.<RecoverableResource>copyOf(resources));
    }

    private void stop() {
        if (transactions != null) {
            transactions.suspend(); // a transaction that a killed coordinator has left on this thread
            transactions.close();
            transactions = null;
        }
        resources.forEach(RecordingResource::disconnect);
    }

    private void one(Shape shape, TransactionRecord record) {
        try {
            transactions.begin();
            record.id = (GlobalId) transactions.getTransactionKey();
            transactions.getTransaction().registerSynchronization(new FaultySynchronization(faults));
            transactions.getTransaction().registerSynchronization(new Ends(record));
            for (int i = 0; i < shape.work().size(); i++) {
                transactions
                        .getTransaction()
                        .enlistResource(
                                resources.get(i).connect(record, shape.work().get(i)));
            }
            if (shape.ending() == Ending.ROLLBACK) {
                transactions.rollback();
                record.verdict = Verdict.ROLLED_BACK;
            } else {
                if (shape.ending() == Ending.MARKED) {
                    transactions.setRollbackOnly();
                }
                transactions.commit();
                record.verdict = Verdict.COMMITTED;
            }
        } catch (RollbackException e) {
            record.verdict = Verdict.ROLLED_BACK;
        } catch (HeuristicMixedException | HeuristicRollbackException e) {
            record.verdict = Verdict.HEURISTIC;
        } catch (SystemException e) {
            record.verdict = Verdict.UNKNOWN;
        } catch (jakarta.transaction.NotSupportedException e) {
            throw new ProofException("a transaction was left on its thread", e);
        } finally {
            leave(record);
        }
        if (faults.isDead()) {
            record.verdict = Verdict.UNKNOWN;
            throw new CoordinatorKilledError(); // its answer has not reached a caller
        }
        checkEnds(record);
        for (Branch branch : record.branches) {
            boolean isHeld = branch.state == State.WORKING || branch.state == State.ENDED;
            if (isHeld && !branch.refused) {
                throw new ProofException("a branch holds its locks after its end branch=" + branch + " " + record);
            }
        }
        resources.forEach(RecordingResource::disconnect);
    }

    /** Notes how a transaction ended; told after one that may have failed. */
    private record Ends(TransactionRecord record) implements Synchronization {
        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            record.ends.add(status);
        }
    }

    private static void checkEnds(TransactionRecord record) {
        boolean isRight = record.ends.size() == 1
                && switch (record.verdict) {
                    case COMMITTED -> record.ends.contains(Status.STATUS_COMMITTED);
                    case ROLLED_BACK -> record.ends.contains(Status.STATUS_ROLLEDBACK);
                    case HEURISTIC, UNKNOWN -> !record.ends.contains(Status.STATUS_COMMITTED);
                };
        if (!isRight) {
            throw new ProofException("a synchronization did not learn the outcome " + record);
        }
    }

    /** Removes an unfinished transaction from the thread. */
    private void leave(TransactionRecord record) {
        if (transactions.getTransaction() != null && !faults.isDead()) {
            transactions.rollback();
            record.verdict = Verdict.ROLLED_BACK;
        }
    }

    /** Recovers with the faults that are left, then without any, and checks how everything has ended. */
    void recoverAndCheck() {
        try {
            recover();
            faults.stop();
            RecoveryReport report = recover();
            if (report == null || !report.isDone()) {
                throw new ProofException("recovery does not end report=" + report);
            }
            for (HeuristicOutcome outcome : transactions.heuristicOutcomes()) {
                kept.add(outcome.transaction());
            }
            records.forEach(this::check);
            kept.forEach(transactions::forget);
            transactions.recover();
            checkNothingIsHeld();
        } finally {
            stop();
        }
    }

    /** Recovers, over as many starts as it takes, and returns the last report. */
    private RecoveryReport recover() {
        RecoveryReport[] last = new RecoveryReport[1];
        stop();
        for (int starts = 0; starts < STARTS; starts++) {
            last[0] = null;
            surviving(TransactionOptions.BranchOrder.SEQUENTIAL, () -> {
                for (int pass = 0; pass < PASSES && (last[0] == null || !last[0].isDone()); pass++) {
                    last[0] = transactions.recover();
                }
            });
            if (transactions != null) {
                return last[0];
            }
        }
        return null;
    }

    private void check(TransactionRecord record) {
        boolean told = record.verdict == Verdict.HEURISTIC || kept.contains(record.id);
        Set<Truth> truths = new HashSet<>();
        boolean byItself = false;
        boolean forgotten = false;
        boolean toldBoth = false;
        boolean othersCommitted = false;
        for (Branch branch : record.branches) {
            if (branch.truth != Truth.READ_ONLY) {
                truths.add(branch.truth);
            }
            byItself |= branch.byItself;
            toldBoth |= branch.toldBoth;
            othersCommitted |= branch.truth == Truth.COMMITTED && !branch.toldBoth;
            forgotten |= branch.crashesWhenForgotten >= 0 && branch.crashesWhenForgotten < faults.crashes();
        }
        if (truths.contains(Truth.OPEN)) {
            throw new ProofException("a branch has not ended " + record);
        }
        if (toldBoth && othersCommitted) {
            throw new ProofException("a branch was told to commit and then to roll back " + record);
        }
        if (told && record.errors == 0) {
            throw new ProofException("false alarm; no resource answered with an error " + record);
        }
        if (byItself) {
            // Outcomes that a resource has forgotten before a crash are unknown.
            if (!told && !forgotten) {
                throw new ProofException("a resource deviated and no error was reported " + record);
            }
            return;
        }
        if (truths.size() > 1) {
            throw new ProofException("branches ended in different ways " + record);
        }
        boolean contradicted = (record.verdict == Verdict.COMMITTED && truths.contains(Truth.ROLLED_BACK))
                || (record.verdict == Verdict.ROLLED_BACK && truths.contains(Truth.COMMITTED));
        if (contradicted && !told) {
            throw new ProofException("the caller was told a wrong outcome " + record);
        }
    }

    private void checkNothingIsHeld() {
        for (RecordingResource resource : resources) {
            if (!resource.held().isEmpty()) {
                throw new ProofException(
                        "a lock is left resource=" + resource.name() + " branches=" + resource.held() + " " + records);
            }
        }
        if (!transactions.pending().isEmpty()
                || !transactions.heuristicOutcomes().isEmpty()) {
            throw new ProofException("the log is not empty pending=" + transactions.pending() + " kept="
                    + transactions.heuristicOutcomes());
        }
    }
}
