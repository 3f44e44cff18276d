package io.millrace.transactions;

import io.millrace.concurrent.Uninterruptibly;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Ends transactions that were left unfinished: by an earlier start of this node, by a resource that became unreachable,
 * by a branch that could not be told its outcome.
 *
 * <p>Correctness depends on the order of the checks. First a resource lists its prepared branches, then recovery checks
 * whether the transaction is in flight, then whether it is decided. A live transaction is in flight from before its
 * first branch is prepared until after its decision is recorded or its branches have ended, so a listed branch that is
 * neither in flight nor decided has no owner. A branch of an earlier start is rolled back at once; a branch of this
 * start when it is seen a second time, since its rollback may be under way. Branches of other nodes, and of other logs
 * of this node, are never touched.
 * The last list of a resource that cannot be reached is kept until the resource answers again.
 *
 * <p>A branch that ended against the decision is left alone until an operator forgets its outcome: meanwhile its
 * resource remembers and lists it, and the decision that it should have followed is gone.
 *
 * <p>Every failure of a call of a resource or a database, {@link Error}s included, is reported and does not affect the
 * others; the thread continues.
 */
final class Recovery {

    private static final HexFormat HEX = HexFormat.of();

    private final Transactions transactions;
    private final List<RecoverableResource> resources;
    private final List<CommitMarkableDatabase> deciders;
    private final Set<GlobalId> inFlight = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    /** How often a decision was found that names a resource which this manager does not have. */
    private final Map<GlobalId, Integer> strangers = new HashMap<>();

    /** How often a branch was listed of which it is kept that it ended against the decision. */
    private final Map<BranchXid, Integer> remembered = new HashMap<>();

    private final ReentrantLock pass = new ReentrantLock();
    private final Thread thread;

    /** The branches without a decision that the last pass has seen and left, by resource. */
    private Map<String, Set<BranchXid>> undecided = Map.of();

    /** The same, and those whose transaction is in flight, or of which only the next start can tell the decision. */
    private volatile List<StopReport.PreparedBranch> prepared = List.of();

    /** The decisions that the last pass could not finish. */
    private volatile List<Decision> unfinished = List.of();

    private volatile boolean stopped;

    Recovery(Transactions transactions, Collection<RecoverableResource> resources) {
        this.transactions = transactions;
        checkNames(resources);
        this.resources = resources.stream()
                .filter(resource -> !(resource instanceof CommitMarkableDatabase))
                .toList();
        this.deciders = resources.stream()
                .filter(CommitMarkableDatabase.class::isInstance)
                .map(CommitMarkableDatabase.class::cast)
                .toList();
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("millrace-recovery-" + transactions.options().node())
                .unstarted(this::run);
    }

    /** Refuses two resources with one name: a branch that one has prepared would count as ended by the other. */
    private static void checkNames(Collection<RecoverableResource> resources) {
        Set<String> names = new HashSet<>();
        for (RecoverableResource resource : resources) {
            String name = resource.name();
            if (name == null || name.isEmpty() || name.length() > Decision.MAX_NAME_LENGTH || !names.add(name)) {
                throw new IllegalArgumentException("each resource needs a distinct name of 1 to "
                        + Decision.MAX_NAME_LENGTH + " characters name=" + name);
            }
        }
    }

    void start() {
        if (!(resources.isEmpty() && deciders.isEmpty())
                && transactions.options().recovering() == TransactionOptions.Recovering.IN_BACKGROUND) {
            thread.start();
        }
    }

    void stop() {
        stopped = true;
        Uninterruptibly.join(thread);
    }

    /** Returns whether the rows of a database are read. */
    boolean reads(CommitMarkableDatabase database) {
        return deciders.contains(database);
    }

    /** Registers a transaction whose branches are about to be prepared. */
    void isInFlight(GlobalId transaction) {
        inFlight.add(transaction);
    }

    /** Removes a transaction from those in flight; recovery ends its branches that are still prepared. */
    void isNotInFlight(GlobalId transaction) {
        inFlight.remove(transaction);
    }

    /** Schedules the next pass soon. */
    void branchWasLeft() {
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!stopped) {
            try {
                once();
            } catch (Throwable e) {
                transactions.errors().accept(e);
            }
            if (!stopped) {
                LockSupport.parkNanos(
                        this, transactions.options().recoveryPeriod().toNanos());
            }
        }
    }

    /** Returns what is left after a pass. */
    StopReport left(RecoveryReport last) {
        return new StopReport(
                transactions.active(),
                unfinished,
                prepared,
                last.unreachable(),
                List.copyOf(transactions.heuristicOutcomes()));
    }

    private static StopReport.PreparedBranch preparedIn(String resource, BranchXid branch) {
        return new StopReport.PreparedBranch(branch.transaction, branch.branch, resource);
    }

    /** Makes one pass over all resources. */
    RecoveryReport once() {
        pass.lock();
        try {
            long startNs = System.nanoTime();
            RecoveryEvent event = FlightEvents.recovery();
            RecoveryReport report = new Pass().run();
            transactions.times().record(Phase.RECOVERY, System.nanoTime() - startNs);
            if (event != null) {
                event.ended(report);
            }
            return report;
        } finally {
            pass.unlock();
        }
    }

    /** One pass, with what it has seen and done. */
    private final class Pass {

        private final Map<GlobalId, Decision> undone = new HashMap<>();
        private final Set<BranchXid> stillPrepared = new HashSet<>();
        private final Set<BranchXid> stillRemembered = new HashSet<>();
        private final Set<String> asked = new HashSet<>();
        private final Map<String, Set<BranchXid>> seen = new HashMap<>();
        private final List<StopReport.PreparedBranch> inDoubt = new ArrayList<>();
        private final List<String> unreachable = new ArrayList<>();
        private final Map<GlobalId, CommitMarkableDatabase> decidedBy = new HashMap<>();
        private final Map<BranchXid, Outcome> settled = new HashMap<>();
        private int committed;
        private int rolledBack;
        private int waiting;

        RecoveryReport run() {
            for (Decision decision : transactions.store().pending()) {
                if (!inFlight.contains(decision.transaction())) {
                    undone.put(decision.transaction(), decision);
                }
            }
            for (CommitMarkableDatabase decider : deciders) {
                read(decider);
            }
            for (RecoverableResource resource : resources) {
                ask(resource);
            }
            List<Decision> left = new ArrayList<>();
            for (Decision decision : undone.values()) {
                if (decision.branches().stream().allMatch(branch -> isDone(decision.transaction(), branch))) {
                    forget(decision);
                } else {
                    left.add(decision);
                    tellOfStrangers(decision);
                }
            }
            List<GlobalId> pending = left.stream().map(Decision::transaction).toList();
            strangers.keySet().retainAll(pending);
            remembered.keySet().retainAll(stillRemembered);
            unfinished = List.copyOf(left);
            undecided = Collections.unmodifiableMap(seen);
            seen.forEach((resource, branches) -> branches.forEach(branch -> inDoubt.add(preparedIn(resource, branch))));
            prepared = List.copyOf(inDoubt);
            return new RecoveryReport(committed, rolledBack, waiting, pending, unreachable);
        }

        /** Reads what a database without XA has decided. */
        private void read(CommitMarkableDatabase decider) {
            try {
                for (Decision decision : decider.decisions(transactions.logName())) {
                    if (!inFlight.contains(decision.transaction())) {
                        undone.put(decision.transaction(), decision);
                        decidedBy.put(decision.transaction(), decider);
                    }
                }
                failures.remove(decider.name());
            } catch (Throwable e) {
                unreachable.add(decider.name());
                report(decider.name(), e);
            }
        }

        /**
         * Returns how a transaction without a known decision has ended, and makes that outcome final; HAZARD if it
         * cannot be determined now.
         */
        private Outcome settle(BranchXid branch) {
            BranchXid transaction = new BranchXid(branch.owner, branch.transaction, 0);
            Outcome known = settled.get(transaction);
            if (known != null) {
                return known;
            }
            Outcome outcome = Outcome.ROLLED_BACK;
            for (CommitMarkableDatabase decider : deciders) {
                try {
                    if (decider.settle(branch.owner, branch.transaction) == Outcome.COMMITTED) {
                        outcome = Outcome.COMMITTED;
                        break;
                    }
                } catch (Throwable e) {
                    outcome = Outcome.HAZARD;
                    report(decider.name(), e);
                }
            }
            settled.put(transaction, outcome);
            return outcome;
        }

        private void ask(RecoverableResource resource) {
            try (RecoverableResource.Session session = resource.open()) {
                for (Listed listed : prepared(session.resource())) {
                    if (inFlight.contains(listed.branch.transaction)) {
                        inDoubt.add(preparedIn(resource.name(), listed.branch));
                    } else {
                        end(resource.name(), session.resource(), listed.xid, listed.branch);
                    }
                }
                asked.add(resource.name());
                failures.remove(resource.name());
            } catch (Throwable e) {
                unreachable.add(resource.name());
                seen.computeIfAbsent(resource.name(), key -> new HashSet<>()).addAll(seenBefore(resource.name()));
                report(resource.name(), e);
            }
        }

        private void end(String name, XAResource resource, Xid xid, BranchXid branch) {
            if (transactions.store().isDecided(branch.transaction) || decidedBy.containsKey(branch.transaction)) {
                commit(name, resource, xid, branch);
            } else if (isRemembered(branch)) {
                stillRemembered.add(branch);
                tellOfRemembered(name, branch);
            } else if (branch.transaction.incarnation() < transactions.store().incarnation()
                    || seenBefore(name).contains(branch)) {
                switch (settle(branch)) {
                    case COMMITTED -> commit(name, resource, xid, branch);
                    case ROLLED_BACK -> rollback(name, resource, xid, branch);
                    case HAZARD, MIXED -> leave(name, branch);
                }
            } else {
                leave(name, branch);
            }
        }

        /** Returns whether an outcome of this branch is kept: then recovery must not end it in another way. */
        private boolean isRemembered(BranchXid branch) {
            HeuristicOutcome kept = transactions.kept(branch.transaction);
            return kept != null
                    && kept.branches().stream()
                            .anyMatch(known ->
                                    known.branch() == branch.branch && Answer.hasEndedByItself(known.errorCode()));
        }

        private void tellOfRemembered(String resource, BranchXid branch) {
            int times = remembered.merge(branch, 1, Integer::sum);
            if (Integer.bitCount(times) == 1) {
                transactions
                        .errors()
                        .accept(new TransactionLogException("a resource lists a branch that did not end as"
                                + " decided; recovery leaves it until the outcome is forgotten transaction="
                                + branch.transaction
                                + " branch=" + branch.branch + " resource=" + resource + " times=" + times));
            }
        }

        private Set<BranchXid> seenBefore(String resource) {
            return undecided.getOrDefault(resource, Set.of());
        }

        private void leave(String resource, BranchXid branch) {
            seen.computeIfAbsent(resource, key -> new HashSet<>()).add(branch);
            waiting++;
        }

        private void commit(String name, XAResource resource, Xid xid, BranchXid branch) {
            Answer answer = Answer.COMMITTED;
            XAException error = null;
            try {
                ResourceCalls.commit(resource, xid);
            } catch (XAException e) {
                error = e;
                answer = Answer.toCommit(e, Answer.When.REPLAY);
                if (answer == Answer.REFUSED || e instanceof DriverFaultException) {
                    refused(name, branch, e);
                }
                if (answer == Answer.COMMITTED && Answer.isHeuristic(e) && !forgetBranch(resource, xid)) {
                    answer = Answer.RETRY;
                }
            }
            if (answer == Answer.COMMITTED) {
                committed++;
            } else if (answer.isLeft() || !keep(name, branch, answer, error)) {
                // What cannot be kept at once is asked for again: the others may end in another pass or start.
                stillPrepared.add(branch);
            }
        }

        private void rollback(String name, XAResource resource, Xid xid, BranchXid branch) {
            Answer answer = Answer.ROLLED_BACK;
            XAException error = null;
            try {
                ResourceCalls.rollback(resource, xid);
            } catch (XAException e) {
                error = e;
                answer = Answer.toRollbackOfPrepared(e);
                if (answer == Answer.REFUSED || e instanceof DriverFaultException) {
                    refused(name, branch, e);
                }
                if (answer == Answer.ROLLED_BACK && Answer.isHeuristic(e)) {
                    forgetBranch(resource, xid);
                }
            }
            switch (answer) {
                case ROLLED_BACK -> rolledBack++;
                case RETRY, REFUSED -> leave(name, branch);
                case COMMITTED, MIXED, HAZARD -> keep(name, branch, answer, error);
            }
        }

        /** Keeps the heuristic outcome of a branch, once; returns false if the store cannot. */
        private boolean keep(String name, BranchXid branch, Answer answer, XAException error) {
            for (HeuristicOutcome kept : transactions.store().kept()) {
                if (kept.transaction().equals(branch.transaction)
                        && kept.branches().stream()
                                .anyMatch(known ->
                                        known.branch() == branch.branch && known.outcome() == answer.outcome())) {
                    return true;
                }
            }
            String message = error.getMessage() == null ? "" : error.getMessage();
            return transactions.keep(
                    branch.transaction,
                    new BranchOutcome(branch.branch, name, answer.outcome(), error.errorCode, message));
        }

        /** Returns whether a branch is done: its resource answered and no longer has it prepared. */
        private boolean isDone(GlobalId transaction, Decision.BranchRecord branch) {
            return asked.contains(branch.resource())
                    && !stillPrepared.contains(new BranchXid(transactions.logName(), transaction, branch.branch()));
        }

        /** Reports branches whose resource this manager was not given, at growing intervals. */
        private void tellOfStrangers(Decision decision) {
            List<Decision.BranchRecord> branches = decision.branches().stream()
                    .filter(branch ->
                            resources.stream().noneMatch(known -> known.name().equals(branch.resource())))
                    .toList();
            if (branches.isEmpty()) {
                return;
            }
            int times = strangers.merge(decision.transaction(), 1, Integer::sum);
            if (Integer.bitCount(times) == 1) {
                transactions
                        .errors()
                        .accept(new TransactionLogException("cannot commit branches; the manager was opened"
                                + " without their resources transaction=" + decision.transaction()
                                + " branches=" + branches + " times=" + times));
            }
        }

        private void forget(Decision decision) {
            CommitMarkableDatabase decider = decidedBy.get(decision.transaction());
            if (decider != null) {
                decider.allAreTold(decision.transaction());
                return;
            }
            try {
                transactions.store().forget(decision.transaction());
            } catch (Throwable e) {
                transactions.errors().accept(e); // it comes back, and then nothing is found to do
            }
        }
    }

    private boolean isOurs(BranchXid branch) {
        return branch.owner.equals(transactions.logName())
                || transactions.options().lostLogs().contains(branch.owner.log());
    }

    /**
     * Reports branches that have this node's name and are of another log, at growing intervals: they belong to another
     * manager, or to this one before its log was lost.
     */
    private void tellOfOthers(BranchXid branch) {
        String log = LogName.text(branch.owner.log());
        int times = failures.merge("log " + log, 1, Integer::sum);
        if (Integer.bitCount(times) == 1) {
            transactions
                    .errors()
                    .accept(new TransactionLogException("a branch of this node's name is of another log, and is left"
                            + " alone; does another manager run under this name, or is that log lost? node="
                            + branch.owner.node() + " log=" + log + " ours="
                            + LogName.text(transactions.logName().log()) + " transaction=" + branch.transaction
                            + " times=" + times));
        }
    }

    /** A branch of this node, and what the resource calls it. */
    private record Listed(Xid xid, BranchXid branch) {}

    /**
     * Returns the branches of this node that a resource has prepared. Most resources list all at once; some return
     * pages, some repeat themselves, and some refuse further calls.
     */
    private List<Listed> prepared(XAResource resource) throws XAException {
        List<Listed> ours = new ArrayList<>();
        Set<String> all = new HashSet<>();
        Xid[] page = ResourceCalls.recover(resource, XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
        while (add(page, all, ours)) {
            try {
                page = ResourceCalls.recover(resource, XAResource.TMNOFLAGS);
            } catch (XAException e) {
                if (e.errorCode != XAException.XAER_INVAL && e.errorCode != XAException.XAER_PROTO) {
                    throw e;
                }
                page = null;
            }
        }
        return ours;
    }

    /** Adds a page; returns false if it has nothing new. */
    private boolean add(Xid[] page, Set<String> all, List<Listed> ours) {
        boolean isNew = false;
        for (Xid xid : page == null ? new Xid[0] : page) {
            String text = xid.getFormatId() + ":" + HEX.formatHex(xid.getGlobalTransactionId()) + ":"
                    + HEX.formatHex(xid.getBranchQualifier());
            if (all.add(text)) {
                isNew = true;
                BranchXid branch = BranchXid.of(transactions.options().node(), xid);
                if (branch != null && isOurs(branch)) {
                    ours.add(new Listed(xid, branch));
                } else if (branch != null) {
                    tellOfOthers(branch);
                }
            }
        }
        return isNew;
    }

    /** Lets a resource forget a heuristic outcome; returns false if it may still remember it. */
    private boolean forgetBranch(XAResource resource, Xid xid) {
        int answer = answerToForget(resource, xid);
        return answer == XAResource.XA_OK || answer == XAException.XAER_NOTA;
    }

    private int answerToForget(XAResource resource, Xid xid) {
        try {
            ResourceCalls.forget(resource, xid);
            return XAResource.XA_OK;
        } catch (XAException e) {
            transactions.errors().accept(e);
            return e.errorCode;
        }
    }

    /** Lets a resource forget for an operator: a branch that the resource treats as ordinary is not remembered. */
    private boolean forgetRemembered(XAResource resource, Xid xid) {
        return switch (answerToForget(resource, xid)) {
            case XAResource.XA_OK, XAException.XAER_NOTA, XAException.XAER_PROTO, XAException.XAER_INVAL -> true;
            default -> false;
        };
    }

    /**
     * Lets the resources forget what they remember of a transaction.
     *
     * @throws TransactionLogException if one of them may still remember a branch
     */
    void forgetBranches(HeuristicOutcome outcome) {
        List<String> left = new ArrayList<>();
        for (RecoverableResource resource : resources) {
            Set<Integer> branches = outcome.branches().stream()
                    .filter(branch ->
                            branch.resource().equals(resource.name()) && Answer.hasEndedByItself(branch.errorCode()))
                    .map(BranchOutcome::branch)
                    .collect(Collectors.toSet());
            if (!branches.isEmpty() && !forgetBranches(resource, outcome.transaction(), branches)) {
                left.add(resource.name());
            }
        }
        if (!left.isEmpty()) {
            throw new TransactionLogException("the outcome stays stored; some resources cannot be told"
                    + " to forget it now transaction=" + outcome.transaction() + " resources=" + left);
        }
    }

    private boolean forgetBranches(RecoverableResource resource, GlobalId transaction, Set<Integer> branches) {
        boolean forgotten = true;
        try (RecoverableResource.Session session = resource.open()) {
            for (Listed listed : prepared(session.resource())) {
                if (isOurs(listed.branch)
                        && listed.branch.transaction.equals(transaction)
                        && branches.contains(listed.branch.branch)) {
                    forgotten &= forgetRemembered(session.resource(), listed.xid);
                }
            }
            return forgotten;
        } catch (Throwable e) {
            report(resource.name(), e);
            return false;
        }
    }

    /** Reports a resource that cannot be reached, at growing intervals. */
    private void report(String name, Throwable error) {
        tell(name, "cannot list the prepared branches of a resource resource=" + name, error);
    }

    /** Reports a branch that its resource does not end, at growing intervals. */
    private void refused(String name, BranchXid branch, XAException error) {
        tell(
                name + " " + branch,
                "resource does not complete a branch as told transaction=" + branch.transaction + " branch="
                        + branch.branch + " resource=" + name,
                error);
    }

    private void tell(String what, String message, Throwable error) {
        int count = failures.merge(what, 1, Integer::sum);
        if (Integer.bitCount(count) == 1) {
            transactions
                    .errors()
                    .accept(new TransactionLogException(message + " times=" + count + " reason=" + error, error));
        }
    }
}
