package io.millrace.replication;

/**
 * The position up to which frames were sent on one link; the journal is the buffer. A run ends where this saw the end
 * of the log when the run began, or at the end of a segment: there no batch is open.
 */
final class RunSender {

    private final MemberLog log;
    private final int maxBytes;
    private long next;
    private long target;

    /** Creates a sender that begins at a position, or with the first segment that is kept. */
    RunSender(MemberLog log, long next, int maxBytes) {
        this.log = log;
        this.next = next;
        this.maxBytes = maxBytes;
        target = next;
    }

    long next() {
        return next;
    }

    /** Returns whether a run has ended at a position or after it, and none has begun since. */
    boolean hasSent(long position) {
        return next >= position && isBetweenRuns();
    }

    /** Returns whether a run has ended and none has begun since. */
    boolean isBetweenRuns() {
        return next >= target;
    }

    /** Returns whether retention has removed what is next. */
    boolean isBehindRetention() {
        return next != LogPosition.NONE
                && LogPosition.segment(next) < log.origin().firstKept();
    }

    /**
     * Finds what is next.
     *
     * @param limit the position up to which frames may be sent; no batch is open there
     */
    Outgoing next(RunSlice slice, long limit) {
        if (next == LogPosition.NONE) {
            return limit == LogPosition.NONE || log.end() == LogPosition.NONE
                    ? Outgoing.NOTHING
                    : begin(log.origin().firstKept(), slice);
        }
        long segment = LogPosition.segment(next);
        long end = log.end(); // asked first: the segment may end meanwhile
        long ended = log.segmentEnd(segment);
        if (next == ended) {
            return LogPosition.segment(limit) > segment ? begin(segment + 1, slice) : Outgoing.NOTHING;
        }
        if (next >= target) {
            target = Math.min(limit, ended == LogPosition.NONE ? end : ended);
            if (next >= target) {
                return Outgoing.NOTHING;
            }
        }
        log.read(next, target, maxBytes, slice);
        next = slice.next();
        slice.endAs(next == target ? RunEnd.ENDS : RunEnd.CONTINUES);
        return Outgoing.RUN;
    }

    private Outgoing begin(long segment, RunSlice slice) {
        SegmentBegin begin = log.segmentBegin(segment);
        slice.setSegment(begin);
        next = log.start(segment);
        target = next;
        return Outgoing.SEGMENT;
    }
}
