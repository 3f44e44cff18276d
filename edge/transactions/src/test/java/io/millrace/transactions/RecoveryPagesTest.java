package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

/** Recovery over resources that list what they have prepared in their own ways. */
class RecoveryPagesTest {

    private static final int BRANCHES = 7;

    private final List<Throwable> errors = new ArrayList<>();

    /** How a resource continues after its first page. */
    private enum Way {
        PAGES,
        ALWAYS_THE_SAME,
        REFUSES
    }

    /** A resource that lists in its own way what another one has prepared. */
    private static final class Lister extends XaResourceAdapter implements RecoverableResource {

        private final List<Xid> prepared = new ArrayList<>();
        private final Way way;
        private final int pageSize;
        private int given;

        Lister(Way way, int pageSize) {
            this.way = way;
            this.pageSize = pageSize;
        }

        @Override
        public String name() {
            return "lister";
        }

        @Override
        public int prepare(Xid xid) {
            prepared.add(xid);
            return XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) {
            throw new AssertionError("nothing is decided xid=" + xid);
        }

        @Override
        public void rollback(Xid xid) {
            prepared.remove(xid);
        }

        @Override
        public Xid[] recover(int flags) throws XAException {
            if ((flags & TMSTARTRSCAN) != 0) {
                given = 0;
            } else if (way == Way.REFUSES) {
                throw new XAException(XAException.XAER_PROTO);
            }
            int from = way == Way.PAGES ? given : 0;
            given = Math.min(prepared.size(), from + pageSize);
            return prepared.subList(from, given).toArray(new Xid[0]);
        }

        @Override
        public Session open() {
            return new Session() {
                @Override
                public XAResource resource() {
                    return Lister.this;
                }

                @Override
                public void close() {}
            };
        }
    }

    /** Two pages of foreign branches stand before ours. */
    private static Lister prepared(Way way, int pageSize) {
        Lister lister = new Lister(way, pageSize);
        for (int i = 0; i < 2 * pageSize; i++) {
            lister.prepare(new BranchXid(new LogName(NodeName.of("other"), 0), new GlobalId(1, i), 0));
        }
        for (int i = 0; i < BRANCHES; i++) {
            lister.prepare(new BranchXid(new LogName(NodeName.of("node-1"), 0), new GlobalId(0, i), 0));
        }
        return lister;
    }

    private RecoveryReport recover(Lister lister) {
        try (Transactions transactions = Transactions.open(
                TransactionOptions.of(NodeName.of("node-1"))
                        .withRecovering(TransactionOptions.Recovering.ON_CALL)
                        .withErrorHandler(errors::add),
                new VolatileDecisionStore(),
                List.of(lister))) {
            return transactions.recover();
        }
    }

    @Test
    void allPagesAreAskedForAlsoWhereTheFirstAreOfOthers() {
        Lister lister = prepared(Way.PAGES, 2);
        RecoveryReport report = recover(lister);
        assertEquals(BRANCHES, report.rolledBack());
        assertEquals(4, lister.prepared.size());
        assertTrue(report.isDone() && errors.isEmpty(), errors::toString);
    }

    @Test
    void aResourceThatGivesAllOfItEachTimeOrIsNotAskedOnIsDoneToo() {
        for (Way way : List.of(Way.ALWAYS_THE_SAME, Way.REFUSES)) {
            Lister lister = prepared(way, 10);
            lister.prepared.removeIf(xid -> xid.toString().startsWith("other"));
            assertEquals(BRANCHES, recover(lister).rolledBack(), way.toString());
            assertEquals(List.of(), lister.prepared, way.toString());
        }
        assertEquals(List.of(), errors);
    }
}
