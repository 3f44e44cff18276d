package io.millrace.leaks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The look before and the look after one test or one test class; JUnit closes it with the scope it was stored in,
 * and what {@link #close} throws fails that test.
 */
final class Watch implements AutoCloseable {

    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** How long only mappings are left before a collection is asked for, and at most a quarter of the grace. */
    private static final long COLLECT_AFTER_NS = TimeUnit.SECONDS.toNanos(1);

    private final Ledger ledger;
    private final Expectations expectations;
    private final Snapshot before;
    private final long graceNs;

    /** Records of the moments before this scope are not of this test. */
    private final List<LoggedRecord> earlier;

    private Watch(Ledger ledger, Expectations expectations, Snapshot before, List<LoggedRecord> earlier, long graceNs) {
        this.ledger = ledger;
        this.expectations = expectations;
        this.before = before;
        this.earlier = earlier;
        this.graceNs = graceNs;
    }

    static Watch begin(Ledger ledger, Expectations expectations, long graceNs) {
        return new Watch(ledger, expectations, Snapshot.take(), ledger.logs().drain(), graceNs);
    }

    @Override
    public void close() {
        long startNs = System.nanoTime();
        Snapshot left = leftAfterGrace(startNs);
        List<LoggedRecord> logged = loggedWithinGrace(startNs);
        List<String> findings = Findings.describe(left);
        for (LoggedRecord record : earlier) {
            if (!expectations.expects(record)) {
                findings.add("logged before this test, by what ran before it: " + record);
            }
        }
        for (LoggedRecord record : logged) {
            if (!expectations.expects(record)) {
                findings.add("logged and not expected: " + record);
            }
        }
        for (String unmet : expectations.unmet(joined(earlier, logged))) {
            findings.add("expected in the log and not there: " + unmet);
        }
        ledger.reported().addAll(left.threads());
        ledger.reported().addAll(left.openFiles());
        ledger.reported().addAll(left.mappedFiles());
        if (!findings.isEmpty()) {
            throw new AssertionError(String.join("\n", findings));
        }
    }

    /**
     * Looks until every expected record is here or the grace is over: a record passes the handlers of its own logger
     * first, so a test that waits for it there may end before the recorder at the root has it.
     */
    private List<LoggedRecord> loggedWithinGrace(long startNs) {
        List<LoggedRecord> logged = new ArrayList<>(ledger.logs().drain());
        while (System.nanoTime() - startNs < graceNs
                && !expectations.unmet(joined(earlier, logged)).isEmpty()) {
            LockSupport.parkNanos(POLL_NS);
            logged.addAll(ledger.logs().drain());
        }
        return logged;
    }

    private static List<LoggedRecord> joined(List<LoggedRecord> first, List<LoggedRecord> second) {
        List<LoggedRecord> joined = new ArrayList<>(first);
        joined.addAll(second);
        return joined;
    }

    /**
     * Looks until nothing is left or the grace is over; the last look begins when it is over, since a busy machine may
     * stop within a look. A collection is asked for, once, where nothing but mappings is left: they may belong to an
     * automatic arena. Asked for earlier it would also hide an abandoned file.
     */
    private Snapshot leftAfterGrace(long startNs) {
        boolean collected = false;
        while (true) {
            long waitedNs = System.nanoTime() - startNs;
            Snapshot left = Snapshot.take().minus(before, expectations, ledger.reported());
            if (left.isEmpty() || waitedNs >= graceNs) {
                return left;
            }
            if (!collected && left.onlyMappings() && waitedNs >= Math.min(graceNs / 4, COLLECT_AFTER_NS)) {
                System.gc();
                collected = true;
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }
}
