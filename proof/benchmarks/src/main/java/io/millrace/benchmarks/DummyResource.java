package io.millrace.benchmarks;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource that does nothing but count its commits, so that what is measured is the transaction manager alone. */
final class DummyResource implements XAResource {

    /** Commits so far; only the thread that owns the resource writes it. */
    long commits;

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public int prepare(Xid xid) {
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) {
        commits++;
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        throw new XAException(XAException.XAER_RMERR);
    }

    @Override
    public void forget(Xid xid) {}

    @Override
    public Xid[] recover(int flag) {
        return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
