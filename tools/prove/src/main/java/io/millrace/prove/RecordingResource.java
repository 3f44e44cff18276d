package io.millrace.prove;

import io.millrace.prove.TransactionRecord.Branch;
import io.millrace.prove.TransactionRecord.State;
import io.millrace.prove.TransactionRecord.Truth;
import io.millrace.transactions.NamedResource;
import io.millrace.transactions.RecoverableResource;
import io.millrace.transactions.XaResourceAdapter;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource manager in memory that survives all coordinators. It keeps to the rules of XA, fails as {@link XaFaults}
 * says, is left after each error in a state which the XA specification allows for that error, and records what has
 * really become of every branch.
 */
final class RecordingResource implements RecoverableResource {

    private static final HexFormat HEX = HexFormat.of();

    private final String name;
    private final XaFaults faults;
    private final Map<Key, Branch> branches = new LinkedHashMap<>();

    /** An xid by value. */
    private record Key(int format, String global, String qualifier) implements Xid {
        static Key of(Xid xid) {
            return new Key(
                    xid.getFormatId(),
                    HEX.formatHex(xid.getGlobalTransactionId()),
                    HEX.formatHex(xid.getBranchQualifier()));
        }

        @Override
        public int getFormatId() {
            return format;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return HEX.parseHex(global);
        }

        @Override
        public byte[] getBranchQualifier() {
            return HEX.parseHex(qualifier);
        }
    }

    RecordingResource(String name, XaFaults faults) {
        this.name = name;
        this.faults = faults;
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns a connection for the work of a transaction, under the name of this resource. */
    XAResource connect(TransactionRecord transaction, Truth work) {
        return NamedResource.of(name, new Connection(transaction, work));
    }

    @Override
    public Session open() {
        Connection connection = new Connection(null, Truth.OPEN);
        return new Session() {
            @Override
            public XAResource resource() {
                return connection;
            }

            @Override
            public void close() {}
        };
    }

    /** Ends what is not prepared, as a resource does whose connections are closed. */
    synchronized void disconnect() {
        for (Branch branch : branches.values()) {
            if (branch.state == State.WORKING || branch.state == State.ENDED) {
                branch.end(Truth.ROLLED_BACK);
            }
        }
    }

    /** Returns the branches that still hold something, at this moment. */
    synchronized List<Branch> held() {
        return branches.values().stream()
                .filter(branch -> branch.state != State.GONE)
                .toList();
    }

    /** A connection; it only knows whose work it does. */
    private final class Connection extends XaResourceAdapter {

        private final TransactionRecord transaction;
        private final Truth work;

        Connection(TransactionRecord transaction, Truth work) {
            this.transaction = transaction;
            this.work = work;
        }

        @Override
        public void start(Xid xid, int flags) throws XAException {
            synchronized (RecordingResource.this) {
                XaFault fault = faults.at(XaCall.START, name);
                if (fault != null && !fault.isDone()) {
                    throw thrown(fault, null);
                }
                Branch branch = new Branch(transaction, name);
                branches.put(Key.of(xid), branch);
                if (fault != null && fault.isOfInterface()) {
                    branch.end(Truth.ROLLED_BACK); // it did start, and then the connection broke
                } else {
                    transaction.branches.add(branch);
                }
                if (fault != null) {
                    throw thrown(fault, null);
                }
            }
        }

        @Override
        public void end(Xid xid, int flags) throws XAException {
            call(XaCall.END, xid, (branch, fault) -> {
                require(branch, State.WORKING);
                branch.refused |= fault != null && flags == TMFAIL; // that was the last attempt
                if (fault == null || fault.isDone()) {
                    branch.state = State.ENDED;
                }
            });
        }

        @Override
        public int prepare(Xid xid) throws XAException {
            call(XaCall.PREPARE, xid, (branch, fault) -> {
                require(branch, State.ENDED);
                boolean mayBePrepared = fault == null || isDoubtful(fault) || fault.kind() == XaFault.Kind.KILL;
                if (mayBePrepared && (fault == null || fault.isDone())) {
                    if (work == Truth.READ_ONLY) {
                        branch.end(Truth.READ_ONLY);
                    } else {
                        branch.state = State.PREPARED;
                    }
                }
            });
            return work == Truth.READ_ONLY ? XA_RDONLY : XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            call(onePhase ? XaCall.COMMIT_ONE_PHASE : XaCall.COMMIT, xid, (branch, fault) -> {
                require(branch, onePhase ? State.ENDED : State.PREPARED);
                if (fault == null || (fault.isDone() && isDoubtful(fault))) {
                    branch.end(Truth.COMMITTED);
                }
            });
        }

        @Override
        public void rollback(Xid xid) throws XAException {
            call(XaCall.ROLLBACK, xid, (branch, fault) -> {
                if (branch.state == State.WORKING) {
                    throw new XAException(XAException.XAER_PROTO);
                }
                if (fault == null || (fault.isDone() && isDoubtful(fault))) {
                    branch.end(Truth.ROLLED_BACK);
                }
            });
        }

        @Override
        public void forget(Xid xid) throws XAException {
            call(XaCall.FORGET, xid, (branch, fault) -> {
                require(branch, State.HEURISTIC);
                if (fault == null || fault.isDone()) {
                    branch.state = State.GONE;
                }
            });
        }

        @Override
        public Xid[] recover(int flag) throws XAException {
            synchronized (RecordingResource.this) {
                XaFault fault = faults.at(XaCall.RECOVER, name);
                if (fault != null) {
                    throw thrown(fault, null);
                }
                return branches.entrySet().stream()
                        .filter(entry ->
                                entry.getValue().state == State.PREPARED || entry.getValue().state == State.HEURISTIC)
                        .map(Map.Entry::getKey)
                        .toArray(Xid[]::new);
            }
        }

        /** What a call does to a branch where the error, if there is one, does not say it. */
        private interface Work {
            void on(Branch branch, XaFault fault) throws XAException;
        }

        private void call(XaCall call, Xid xid, Work what) throws XAException {
            synchronized (RecordingResource.this) {
                XaFault fault = faults.at(call, name);
                Branch branch = branches.get(Key.of(xid));
                if (branch == null || branch.state == State.GONE) {
                    if (fault != null && fault.kind() == XaFault.Kind.KILL) {
                        throw faults.kill();
                    }
                    throw new XAException(XAException.XAER_NOTA);
                }
                branch.toldBoth |= branch.toldToCommit && call == XaCall.ROLLBACK;
                branch.toldToCommit |= call == XaCall.COMMIT;
                if (fault == null && branch.state == State.HEURISTIC && call != XaCall.FORGET) {
                    branch.transaction.errors++;
                    throw new XAException(branch.heuristicCode);
                }
                if (fault != null && fault.kind() == XaFault.Kind.ERROR) {
                    branch.transaction.errors++;
                    if (branch.state != State.HEURISTIC && fail(call, branch, fault, transaction == null)) {
                        throw thrown(fault, branch);
                    }
                }
                if (fault != null && !fault.isOfInterface()) {
                    branch.transaction.errors++;
                }
                if (branch.state != State.HEURISTIC || call == XaCall.FORGET) {
                    what.on(branch, fault);
                }
                if (fault != null) {
                    throw thrown(fault, branch);
                }
            }
        }
    }

    private static void require(Branch branch, State state) throws XAException {
        if (branch.state != state) {
            throw new XAException(XAException.XAER_PROTO);
        }
    }

    /** Returns whether an error leaves it open if the call had its effect. */
    private static boolean isDoubtful(XaFault fault) {
        return fault.kind() != XaFault.Kind.ERROR
                || fault.errorCode() == XAException.XAER_RMFAIL
                || fault.errorCode() == XAException.XAER_RMERR;
    }

    /** Applies to a branch what an error reports; returns false if the error leaves it open. */
    private boolean fail(XaCall call, Branch branch, XaFault fault, boolean isRecovery) {
        int code = fault.errorCode();
        boolean isRollback = code >= XAException.XA_RBBASE && code <= XAException.XA_RBEND;
        boolean endsIt = call == XaCall.COMMIT || call == XaCall.COMMIT_ONE_PHASE || call == XaCall.ROLLBACK;
        if (code == XAException.XAER_RMFAIL && branch.state != State.PREPARED && !(endsIt && fault.isDone())) {
            if (call != XaCall.PREPARE || !fault.isDone()) {
                branch.end(Truth.ROLLED_BACK); // the connection is gone, and what is not prepared with it
                return true;
            }
        }
        if (code == XAException.XAER_NOTA && call == XaCall.COMMIT && isRecovery) {
            branch.end(Truth.COMMITTED); // by another recovery, after it was listed
            return true;
        }
        if (isRollback || code == XAException.XAER_NOTA) {
            // A branch that had voted to commit is gone without a request.
            rolledBack(call, branch);
            return true;
        }
        if (!endsIt) {
            return false;
        }
        return switch (code) {
            case XAException.XAER_RMERR -> {
                if (call == XaCall.ROLLBACK) {
                    branch.refused = true;
                    yield false;
                }
                rolledBack(call, branch);
                yield true;
            }
            case XAException.XA_HEURCOM -> {
                branch.byItself = call == XaCall.ROLLBACK;
                branch.endHeuristically(Truth.COMMITTED, code);
                yield true;
            }
            case XAException.XA_HEURRB -> {
                branch.byItself = call == XaCall.COMMIT;
                branch.endHeuristically(Truth.ROLLED_BACK, code);
                yield true;
            }
            case XAException.XA_HEURMIX, XAException.XA_HEURHAZ -> {
                branch.byItself = true;
                branch.endHeuristically(Truth.MIXED, code);
                yield true;
            }
            case XAException.XAER_RMFAIL -> false;
            default -> {
                branch.refused = true;
                yield true;
            }
        };
    }

    private void rolledBack(XaCall call, Branch branch) {
        if (call == XaCall.COMMIT) {
            branch.byItself = true;
            branch.crashesWhenForgotten = faults.crashes();
        }
        branch.end(Truth.ROLLED_BACK);
    }

    private RuntimeException thrown(XaFault fault, Branch branch) throws XAException {
        switch (fault.kind()) {
            case KILL -> throw faults.kill();
            case ERROR -> throw new XAException(fault.errorCode());
            case FATAL -> {
                refused(branch);
                throw new OutOfMemoryError("thrown by the driver of " + name);
            }
            default -> {
                refused(branch);
                throw new IllegalStateException("a bug in the driver of " + name);
            }
        }
    }

    private static void refused(Branch branch) {
        if (branch != null) {
            branch.refused = true;
        }
    }
}
