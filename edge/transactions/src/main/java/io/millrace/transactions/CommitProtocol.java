package io.millrace.transactions;

import io.millrace.concurrent.Uninterruptibly;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * Two-phase commit with presumed abort. Nothing is recorded before all branches have voted; one forced record names the
 * branches to commit; no record means rollback. A transaction without branches, with a single branch, or whose branches
 * before the last are read-only needs no record: the last branch is committed in one phase.
 *
 * <p>A database without XA does not vote. It is committed when all others have voted, and its own commit is the record.
 */
final class CommitProtocol {

    private final Transactions transactions;
    private final JtaTransaction transaction;
    private Branch[] branches;

    CommitProtocol(Transactions transactions, JtaTransaction transaction, Branch[] branches) {
        this.transactions = transactions;
        this.transaction = transaction;
        this.branches = branches;
        for (int i = 0; i < branches.length - 1; i++) {
            if (NamedResource.marked(branches[i].resource) != null) {
                this.branches = withLast(branches, i);
            }
        }
    }

    /** Returns the branches with one of them moved to the end, since its commit decides. */
    private static Branch[] withLast(Branch[] branches, int number) {
        Branch[] ordered = branches.clone();
        System.arraycopy(branches, number + 1, ordered, number, branches.length - number - 1);
        ordered[ordered.length - 1] = branches[number];
        return ordered;
    }

    void run() throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        if (branches.length == 0) {
            transaction.finish(Status.STATUS_COMMITTED);
        } else if (branches.length == 1) {
            commitOnePhase(branches[0]);
        } else {
            commitTwoPhase();
        }
    }

    private PhaseTimer time(Phase phase) {
        return PhaseTimer.start(transactions, transaction.id(), phase);
    }

    private void commitOnePhase(Branch branch)
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException {
        transaction.enter(Status.STATUS_COMMITTING);
        if (!branch.takeEnd()) {
            throw new IllegalStateException("another thread is ending the transaction transaction=" + transaction.id());
        }
        PhaseTimer timer = time(Phase.COMMIT);
        Answer answer = branch.commitOnePhase();
        timer.end();
        switch (answer) {
            case COMMITTED, RETRY -> {
                branch.forgetIfHeuristic();
                transaction.finish(Status.STATUS_COMMITTED);
            }
            case ROLLED_BACK -> {
                branch.forgetIfHeuristic();
                transaction.finish(Status.STATUS_ROLLEDBACK);
                throw transaction.rolledBack(
                        "its only resource to commit rolled back " + branch.describe(), branch.failure());
            }
            case HAZARD, MIXED, REFUSED -> throw heuristic(branch.answer.outcome());
        }
    }

    private void commitTwoPhase()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        transactions.recovery().isInFlight(transaction.id());
        boolean known = true;
        int last = branches.length - 1;
        CommitMarkableConnection marked = NamedResource.marked(branches[last].resource);
        try {
            PhaseTimer timer = time(Phase.PREPARE);
            boolean agreed = prepare(last);
            boolean onePhase = agreed && toCommit(last).isEmpty();
            agreed = agreed && (onePhase || marked != null || vote(branches[last]));
            timer.end();
            if (onePhase) {
                commitOnePhase(branches[last]);
                return;
            }
            if (!agreed) {
                throw refused();
            }
            List<Branch> voters = toCommit(branches.length);
            if (marked != null) {
                decideBy(marked, branches[last], voters);
            } else if (voters.size() > 1) {
                record(voters);
            }
            commit(voters, marked);
        } catch (SystemException e) {
            known = marked != null; // else only the next start can resolve it
            throw e;
        } finally {
            if (known) {
                transactions.recovery().isNotInFlight(transaction.id());
            }
        }
    }

    /** Collects the votes of the first branches; returns false if one of them refused. */
    private boolean prepare(int count) {
        if (transactions.options().branchOrder() == TransactionOptions.BranchOrder.PARALLEL) {
            boolean[] agreed = new boolean[count];
            inParallel(count, number -> agreed[number] = vote(branches[number]));
            for (boolean vote : agreed) {
                if (!vote) {
                    return false;
                }
            }
            return true;
        }
        for (int number = 0; number < count; number++) {
            if (!vote(branches[number])) {
                return false;
            }
        }
        return true;
    }

    private boolean vote(Branch branch) {
        try {
            if (!branch.prepare()) {
                branch.takeEnd(); // read only: the resource has forgotten it
            }
            return true;
        } catch (XAException e) {
            branch.failedToVote(e);
            return false;
        }
    }

    private List<Branch> toCommit(int count) {
        List<Branch> voters = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            if (branches[number].votedToCommit) {
                voters.add(branches[number]);
            }
        }
        return voters;
    }

    /** Rolls all branches back after a vote against the commit, and returns the exception for the caller. */
    private RollbackException refused() throws HeuristicMixedException {
        transaction.enter(Status.STATUS_ROLLING_BACK);
        RollbackException exception = transaction.refused("a resource refused to commit", branches);
        rollBack(branches);
        return exception;
    }

    /**
     * Rolls branches back and ends the transaction.
     *
     * @throws HeuristicMixedException if a branch is known to have ended in another way
     */
    private void rollBack(Branch... all) throws HeuristicMixedException {
        Outcome outcome = Outcome.ROLLED_BACK;
        PhaseTimer timer = time(Phase.ROLLBACK);
        for (Branch branch : all) {
            transaction.rollback(branch, XAResource.TMFAIL);
            if (branch.answer != null && branch.answer != Answer.RETRY) {
                outcome = outcome.and(branch.answer.outcome());
            }
        }
        timer.end();
        if (outcome != Outcome.ROLLED_BACK) {
            transaction.finish(Status.STATUS_UNKNOWN);
            throw new HeuristicMixedException(endedOtherwise(outcome));
        }
        transaction.finish(Status.STATUS_ROLLEDBACK);
    }

    private Decision decision(List<Branch> voters) {
        List<Decision.BranchRecord> records = new ArrayList<>(voters.size());
        for (Branch branch : voters) {
            records.add(new Decision.BranchRecord(branch.xid.branch, branch.name));
        }
        return new Decision(transaction.id(), records);
    }

    private void record(List<Branch> voters) throws RollbackException, HeuristicMixedException, SystemException {
        transaction.enter(Status.STATUS_PREPARED);
        PhaseTimer timer = time(Phase.FORCE);
        try {
            transactions.store().record(decision(voters));
            timer.end();
        } catch (DecisionNotRecordedException e) {
            rollBack(voters.toArray(Branch[]::new));
            throw transaction.rolledBack("the decision was not recorded", e);
        } catch (Throwable e) {
            transaction.finish(Status.STATUS_UNKNOWN);
            SystemException exception =
                    new SystemException("unknown whether the decision was recorded; branches stay prepared until"
                            + " the next start resolves them transaction=" + transaction.id());
            exception.initCause(e);
            throw exception;
        }
    }

    /** Commits the database whose commit is the decision, with a row that records it. */
    private void decideBy(CommitMarkableConnection marked, Branch branch, List<Branch> voters)
            throws RollbackException, HeuristicMixedException, SystemException {
        transaction.enter(Status.STATUS_PREPARED);
        PhaseTimer timer = time(Phase.FORCE);
        XAException cause = null;
        try {
            boolean committed = marked.commitMarked(transactions.logName(), decision(voters));
            timer.end();
            if (committed) {
                branch.takeEnd();
                branch.answer = Answer.COMMITTED;
                return;
            }
        } catch (XAException e) {
            cause = e;
        } catch (SQLException e) {
            transaction.finish(Status.STATUS_UNKNOWN);
            SystemException exception = new SystemException(
                    "unknown whether the deciding database has" + " committed; recovery will resolve it transaction="
                            + transaction.id() + " resource=" + branch.name);
            exception.initCause(e);
            throw exception;
        }
        rollBack(branches);
        throw transaction.rolledBack("the deciding database did not commit resource=" + branch.name, cause);
    }

    private void commit(List<Branch> voters, CommitMarkableConnection marked)
            throws HeuristicMixedException, HeuristicRollbackException {
        transaction.enter(Status.STATUS_COMMITTING);
        tellToCommit(voters);
        Outcome outcome = marked == null ? null : Outcome.COMMITTED;
        boolean left = false;
        for (Branch branch : voters) {
            left |= branch.isLeft();
            outcome = outcome == null ? branch.answer.outcome() : outcome.and(branch.answer.outcome());
        }
        boolean recorded = voters.size() > 1 || marked != null;
        if (left && !recorded && !recordLate(voters)) {
            outcome = Outcome.HAZARD;
        }
        // An outcome is kept before the decision is forgotten: the process may end between the two.
        boolean kept = outcome == Outcome.COMMITTED || keep(outcome);
        if (!kept && !recorded && !left) {
            recordLate(voters); // otherwise recovery would roll back what the resource remembers
        }
        if (left) {
            transactions.recovery().branchWasLeft();
        } else if (marked != null && kept) {
            marked.database.allAreTold(transaction.id());
        } else if (recorded && kept) {
            forgetDecision();
        }
        if (outcome != Outcome.COMMITTED) {
            throw endedHeuristically(outcome);
        }
        transaction.finish(Status.STATUS_COMMITTED);
    }

    private void tellToCommit(List<Branch> voters) {
        PhaseTimer timer = time(Phase.COMMIT);
        if (transactions.options().branchOrder() == TransactionOptions.BranchOrder.PARALLEL) {
            inParallel(voters.size(), number -> commit(voters.get(number)));
        } else {
            for (Branch branch : voters) {
                commit(branch);
            }
        }
        timer.end();
    }

    /** Records the commit of a single branch that could not be told; recovery will tell it again. */
    private boolean recordLate(List<Branch> voters) {
        try {
            transactions.store().record(decision(voters));
            return true;
        } catch (Throwable e) {
            transactions.errors().accept(e);
            return false;
        }
    }

    /** Forgets the decision; if that fails, recovery carries it out once more, which does no harm. */
    private void forgetDecision() {
        try {
            transactions.store().forget(transaction.id());
        } catch (Throwable e) {
            transactions.errors().accept(e);
        }
    }

    private void commit(Branch branch) {
        if (branch.takeEnd() && branch.commit() == Answer.COMMITTED) {
            branch.forgetIfHeuristic();
        }
    }

    /** Runs an action for each number, each in its own virtual thread, the last in this thread. */
    private void inParallel(int count, Consumer<Integer> action) {
        List<Thread> threads = new ArrayList<>(count);
        AtomicReference<Throwable> failed = new AtomicReference<>();
        for (int number = 0; number < count; number++) {
            int started = number;
            Runnable one = () -> {
                try {
                    action.accept(started);
                } catch (Throwable e) {
                    failed.compareAndSet(null, e);
                }
            };
            Thread thread = number < count - 1 ? started(one) : null;
            if (thread == null) {
                one.run();
            } else {
                threads.add(thread);
            }
        }
        threads.forEach(Uninterruptibly::join);
        switch (failed.get()) {
            case null -> {}
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException("cannot tell a branch its outcome error=" + e, e);
        }
    }

    /** Returns a thread that runs an action, or null if none can be started. */
    private Thread started(Runnable action) {
        try {
            return Thread.startVirtualThread(action);
        } catch (Throwable e) {
            transactions.errors().accept(e);
            return null;
        }
    }

    /** Keeps an outcome for an operator, ends the transaction and creates the exception for the caller. */
    private HeuristicMixedException heuristic(Outcome outcome) throws HeuristicRollbackException {
        keep(outcome);
        return endedHeuristically(outcome);
    }

    private boolean keep(Outcome outcome) {
        List<BranchOutcome> answers = new ArrayList<>(branches.length);
        for (Branch branch : branches) {
            if (branch.answer != null) {
                answers.add(branch.outcome());
            }
        }
        return transactions.keep(new HeuristicOutcome(transaction.id(), outcome, answers));
    }

    private String detail() {
        StringBuilder detail = new StringBuilder();
        for (Branch branch : branches) {
            detail.append(detail.isEmpty() ? "" : "; ").append(branch.describe());
        }
        return detail.toString();
    }

    private String endedOtherwise(Outcome outcome) {
        return "transaction did not end as decided transaction=" + transaction.id() + " outcome=" + outcome + " "
                + detail();
    }

    private HeuristicMixedException endedHeuristically(Outcome outcome) throws HeuristicRollbackException {
        String message = endedOtherwise(outcome);
        if (outcome == Outcome.ROLLED_BACK) {
            transaction.finish(Status.STATUS_ROLLEDBACK);
            throw caused(new HeuristicRollbackException(message));
        }
        transaction.finish(Status.STATUS_UNKNOWN);
        return caused(new HeuristicMixedException(message));
    }

    /** Sets the first failure of a branch as the cause of an exception. */
    private <E extends Exception> E caused(E exception) {
        for (Branch branch : branches) {
            if (branch.failure() != null) {
                exception.initCause(branch.failure());
                break;
            }
        }
        return exception;
    }
}
