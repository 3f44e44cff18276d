package io.millrace.transactions;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * Two-phase commit with presumed abort. Nothing is recorded before all have voted, one forced record says that it
 * commits and who has to be told, and no record means rollback. Without branches, with a single one, or where all but
 * the last have nothing to commit, there is no record at all: the last is committed in one phase.
 */
final class CommitProtocol {

    private final Transactions transactions;
    private final JtaTransaction transaction;
    private final Branch[] branches;

    CommitProtocol(Transactions transactions, JtaTransaction transaction, Branch[] branches) {
        this.transactions = transactions;
        this.transaction = transaction;
        this.branches = branches;
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

    private void commitOnePhase(Branch branch)
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException {
        transaction.enter(Status.STATUS_COMMITTING);
        if (!branch.takeEnd()) {
            throw new IllegalStateException("Another thread ends the transaction: transaction=" + transaction.id());
        }
        switch (branch.commitOnePhase()) {
            case COMMITTED, RETRY -> {
                branch.forgetIfHeuristic();
                transaction.finish(Status.STATUS_COMMITTED);
            }
            case ROLLED_BACK -> {
                branch.forgetIfHeuristic();
                transaction.finish(Status.STATUS_ROLLEDBACK);
                throw transaction.rolledBack(
                        "Its only resource to commit did so. " + branch.describe(), branch.failure());
            }
            case HAZARD, MIXED -> throw heuristic(branch.answer.outcome());
        }
    }

    private void commitTwoPhase()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        transactions.recovery().isInFlight(transaction.id());
        try {
            int last = branches.length - 1;
            boolean agreed = prepare(last);
            if (agreed && toCommit(last).isEmpty()) {
                commitOnePhase(branches[last]);
                return;
            }
            if (!agreed || !vote(branches[last])) {
                rollback();
            }
            List<Branch> voters = toCommit(branches.length);
            if (voters.size() > 1) {
                record(voters);
            }
            commit(voters);
        } finally {
            transactions.recovery().isNotInFlight(transaction.id());
        }
    }

    /** Collects the votes of the first branches; false if one was against. */
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

    private void rollback() throws RollbackException {
        transaction.enter(Status.STATUS_ROLLING_BACK);
        XAException cause = null;
        StringBuilder who = new StringBuilder();
        for (Branch branch : branches) {
            if (branch.failure() != null) {
                cause = branch.failure();
                who.append(' ').append(branch.describe());
            }
        }
        for (Branch branch : branches) {
            transaction.rollback(branch, XAResource.TMFAIL);
        }
        transaction.finish(Status.STATUS_ROLLEDBACK);
        throw transaction.rolledBack("A resource did not agree to commit." + who, cause);
    }

    private void record(List<Branch> voters) throws RollbackException, SystemException {
        List<Decision.BranchRecord> records = new ArrayList<>(voters.size());
        for (Branch branch : voters) {
            records.add(new Decision.BranchRecord(branch.xid.branch, branch.name));
        }
        transaction.enter(Status.STATUS_PREPARED);
        try {
            transactions.store().record(new Decision(transaction.id(), records));
        } catch (DecisionNotRecordedException e) {
            for (Branch branch : voters) {
                transaction.rollback(branch, XAResource.TMFAIL);
            }
            transaction.finish(Status.STATUS_ROLLEDBACK);
            throw transaction.rolledBack("The decision could not be recorded", e);
        } catch (RuntimeException e) {
            transaction.finish(Status.STATUS_UNKNOWN);
            SystemException exception = new SystemException(
                    "It is not known whether the decision was recorded; the next start will tell, and until then its"
                            + " branches stay prepared: transaction=" + transaction.id());
            exception.initCause(e);
            throw exception;
        }
    }

    private void commit(List<Branch> voters)
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        transaction.enter(Status.STATUS_COMMITTING);
        if (transactions.options().branchOrder() == TransactionOptions.BranchOrder.PARALLEL) {
            inParallel(voters.size(), number -> commit(voters.get(number)));
        } else {
            for (Branch branch : voters) {
                commit(branch);
            }
        }
        Outcome outcome = null;
        boolean left = false;
        for (Branch branch : voters) {
            left |= branch.answer == Answer.RETRY;
            outcome = outcome == null ? branch.answer.outcome() : outcome.and(branch.answer.outcome());
        }
        boolean recorded = voters.size() > 1;
        if (left) {
            if (!recorded) {
                record(voters); // the branch is prepared and will be told again, so it has to be known that it commits
            }
            transactions.recovery().branchWasLeft();
        } else if (recorded) {
            transactions.store().forget(transaction.id());
        }
        if (outcome != Outcome.COMMITTED) {
            throw heuristic(outcome);
        }
        transaction.finish(Status.STATUS_COMMITTED);
    }

    private void commit(Branch branch) {
        if (branch.takeEnd() && branch.commit() == Answer.COMMITTED) {
            branch.forgetIfHeuristic();
        }
    }

    /** Runs an action for each number in a virtual thread of its own, the last one in this thread. */
    private static void inParallel(int count, Consumer<Integer> action) {
        List<Thread> threads = new ArrayList<>(count);
        for (int number = 0; number < count - 1; number++) {
            int started = number;
            threads.add(Thread.startVirtualThread(() -> action.accept(started)));
        }
        if (count > 0) {
            action.accept(count - 1);
        }
        threads.forEach(Uninterruptibly::join);
    }

    /** Keeps an outcome for an operator, ends the transaction and makes the exception for the caller. */
    private HeuristicMixedException heuristic(Outcome outcome) throws HeuristicRollbackException {
        StringBuilder detail = new StringBuilder();
        for (Branch branch : branches) {
            detail.append(detail.isEmpty() ? "" : "; ").append(branch.describe());
        }
        transactions.keep(new HeuristicOutcome(transaction.id(), outcome, detail.toString()));
        String message = "The transaction did not end as decided: transaction=" + transaction.id() + " outcome="
                + outcome + " " + detail;
        if (outcome == Outcome.ROLLED_BACK) {
            transaction.finish(Status.STATUS_ROLLEDBACK);
            throw new HeuristicRollbackException(message);
        }
        transaction.finish(Status.STATUS_UNKNOWN);
        return new HeuristicMixedException(message);
    }
}
