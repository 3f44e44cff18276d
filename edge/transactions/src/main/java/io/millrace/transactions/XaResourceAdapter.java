package io.millrace.transactions;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Default answers for a resource that is written by hand: it has no start or end of work, is never the same resource
 * manager as another object, takes its transaction's timeout, and has no heuristic outcomes. The subclass prepares,
 * commits and rolls back; if it prepares, it lists its prepared branches in {@link #recover}.
 */
public abstract class XaResourceAdapter implements XAResource {

    /** Creates a resource without state. */
    protected XaResourceAdapter() {}

    @Override
    public void start(Xid xid, int flags) throws XAException {}

    @Override
    public void end(Xid xid, int flags) throws XAException {}

    /** Ignores the call: this resource has no heuristic outcomes. */
    @Override
    public void forget(Xid xid) throws XAException {}

    /** Returns nothing: what is prepared here does not outlive the process. */
    @Override
    public Xid[] recover(int flags) throws XAException {
        return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        return equals(other);
    }

    /** Returns 0: a branch takes as long as its transaction. */
    @Override
    public int getTransactionTimeout() throws XAException {
        return 0;
    }

    /** Returns false: a branch takes as long as its transaction. */
    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return false;
    }
}
