package io.millrace.transactions;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * What most resources answer that are written by hand: work begins and ends without further ado, is the same resource
 * manager as no other object, takes as long as its transaction, and neither remembers nor forgets anything by itself.
 * What a resource prepares, commits and rolls back is its own; one that prepares has to list that in {@link #recover}.
 */
public abstract class PlainResource implements XAResource {

    /** For those who extend it. */
    protected PlainResource() {}

    @Override
    public void start(Xid xid, int flags) throws XAException {}

    @Override
    public void end(Xid xid, int flags) throws XAException {}

    /** Does nothing: this never ends a branch in another way than it was told. */
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
