package io.millrace.simulation;

import io.millrace.replication.Holding;
import io.millrace.replication.LogPosition;
import java.util.random.RandomGenerator;

/**
 * The limit of what a copy acknowledges: it follows what the copy holds after random times, begins again with each
 * process and where the copy is cut, and fails at times. A promotion keeps what may have been acknowledged.
 */
final class ModelHolding implements Holding {

    private static final long LONGEST_FAILURE_NS = 600 * Plan.MS_NS;

    private final RandomGenerator random;
    private ModelLog log;
    private long limit;
    private long former;
    private long published;

    /** What was acknowledged at most, and is here. */
    private long acknowledged;

    private long failsUntilNs;
    private boolean isCalm;

    ModelHolding(RandomGenerator random) {
        this.random = random;
    }

    /** Begins with a process, and perhaps a disk that has less than before. */
    void start(ModelLog present) {
        log = present;
        limit = LogPosition.NONE;
        former = LogPosition.NONE;
        published = LogPosition.NONE;
        if (acknowledged > log.end() || !log.isBetweenBatches(acknowledged)) {
            acknowledged = Long.MAX_VALUE; // all that is left may have been acknowledged, until the limit is set again
        }
        received();
    }

    /** Fails no more, and follows at once. */
    void calm() {
        isCalm = true;
    }

    void tick(long nowNs, Coverage coverage) {
        if (isCalm || nowNs >= failsUntilNs) {
            failsUntilNs = 0;
        }
        if (isCalm || random.nextInt(3) == 0) {
            raise(isCalm || random.nextBoolean() ? published : former, coverage);
        } else if (failsUntilNs == 0 && random.nextInt(400) == 0) {
            coverage.count("limits that fail");
            failsUntilNs = nowNs + random.nextLong(LONGEST_FAILURE_NS);
        }
        former = published;
    }

    private void raise(long position, Coverage coverage) {
        if (position > limit) {
            coverage.count("limits raised");
            limit = position;
        }
    }

    /** Notes an acknowledgement on its way. */
    void acknowledges(long mapped) {
        if (mapped > limit) {
            throw new ViolationException("a copy acknowledges more than its limit mapped=" + LogPosition.toText(mapped)
                    + " limit=" + LogPosition.toText(limit));
        }
        if (acknowledged == Long.MAX_VALUE && limit >= log.end()) {
            acknowledged = LogPosition.NONE; // what is here now is below the limit
        }
        acknowledged = Math.max(acknowledged, Math.max(mapped, limit));
    }

    /** Returns what is kept in a promotion. */
    long kept() {
        return random.nextInt(4) == 0 ? Long.MAX_VALUE : Math.max(acknowledged, limit);
    }

    @Override
    public long limit() {
        return limit;
    }

    @Override
    public void received() {
        if (log.end() != LogPosition.NONE && log.isBetweenBatches(log.end())) {
            published = log.end();
        }
    }

    @Override
    public void cutting(long position) {
        limit = Math.min(limit, position);
        former = Math.min(former, position);
        published = Math.min(published, position);
        acknowledged = acknowledged == Long.MAX_VALUE ? acknowledged : Math.min(acknowledged, position);
    }

    @Override
    public void cut() {}

    @Override
    public String failure() {
        return failsUntilNs == 0 ? null : "the limit fails";
    }
}
