package io.millrace.benchmarks;

import io.millrace.transactions.XaResourceAdapter;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;

/** A resource that only counts its commits, so that the benchmark measures the transaction manager alone. */
final class DummyResource extends XaResourceAdapter {

    /** The number of commits; only the thread that owns the resource writes it. */
    long commits;

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
}
