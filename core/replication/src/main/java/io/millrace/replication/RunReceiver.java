package io.millrace.replication;

import java.lang.foreign.MemorySegment;

/**
 * Writes what arrives on the one link from which a log is filled. It knows the end up to which runs are complete: after
 * a loss of power frames of half a batch may be left at the end, and neither readers nor acknowledgements stop between
 * them. So a log that was just opened is complete up to its mark, and up to its end once that is the source's end or a
 * run has ended there. What is on the storage device ends between runs too, once it has passed what was left.
 */
final class RunReceiver {

    private final MemberLog log;
    private long settledAtOpening;
    private long leftAtOpening;
    private long settled;
    private long pending;

    RunReceiver(MemberLog log) {
        this.log = log;
        settled = Math.min(log.mark(), log.end());
        settledAtOpening = settled;
        leftAtOpening = log.end();
        pending = LogPosition.NONE;
    }

    /** Returns the end up to which runs are complete. */
    long settled() {
        return settled;
    }

    /** Returns the end up to which complete runs are on the storage device. */
    long synced() {
        long synced = Math.min(log.syncedEnd(), settled);
        boolean mayBeWithinRun = synced <= leftAtOpening && synced < settled;
        return mayBeWithinRun ? Math.min(synced, settledAtOpening) : synced;
    }

    /** Notes that the log is a prefix of one with an end. */
    void joined(long sourceEnd) {
        if (log.end() == sourceEnd) {
            settled = sourceEnd;
        }
    }

    void begin(SegmentBegin segment) {
        long end = log.end();
        if (pending != LogPosition.NONE || (end != LogPosition.NONE && segment.before() != end)) {
            throw new ReplicationException("a segment must begin at the end of the copy segment=" + segment.segment()
                    + " before=" + LogPosition.toText(segment.before()) + " end=" + LogPosition.toText(end));
        }
        if (end != LogPosition.NONE && log.hash(end) != segment.hash()) {
            throw new ReplicationException("the segment before differs from that of the source segment="
                    + segment.segment() + " end=" + LogPosition.toText(end));
        }
        log.begin(segment);
        settled = log.end();
    }

    void run(long position, MemorySegment frames, RunEnd end, long timeMs) {
        long expected = pending == LogPosition.NONE ? log.end() : pending;
        if (position != expected || position == LogPosition.NONE) {
            throw new ReplicationException("frames must follow the last ones position=" + LogPosition.toText(position)
                    + " expected=" + LogPosition.toText(expected));
        }
        log.write(position, frames, end, timeMs);
        if (end == RunEnd.ENDS) {
            pending = LogPosition.NONE;
            settled = log.end();
        } else {
            pending = position + (frames.byteSize() >>> 3);
        }
    }

    /** Forgets an unfinished run: its link has ended. */
    void drop() {
        if (pending != LogPosition.NONE) {
            pending = LogPosition.NONE;
            log.dropRun();
        }
    }

    /** Notes that the log was cut. */
    void cut() {
        settled = Math.min(settled, log.end());
        settledAtOpening = Math.min(settledAtOpening, log.end());
        leftAtOpening = Math.min(leftAtOpening, log.end());
    }
}
