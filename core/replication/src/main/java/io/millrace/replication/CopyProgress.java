package io.millrace.replication;

/** What a source knows of one member in its epoch. */
final class CopyProgress {

    private final int number;
    private MemberLink link;
    private boolean isSpare;
    private ConfigurationVersion stored = ConfigurationVersion.NONE;
    private long mapped;
    private long synced;
    private long markSent;
    private long certainSent;
    private long periodSeen;
    private long periodSent;
    private long periodEnd;
    private long firstKeptSent;

    CopyProgress(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    MemberLink link() {
        return link;
    }

    boolean isConnected() {
        return link != null && link.isOpen();
    }

    /** Begins again: the copy may have lost what it held, which is no error. */
    void joined(MemberLink joinedLink) {
        link = joinedLink;
        mapped = LogPosition.NONE;
        synced = LogPosition.NONE;
        markSent = LogPosition.NONE;
        certainSent = LogPosition.NONE;
        periodSeen = 0;
        periodSent = 0;
        firstKeptSent = 0;
    }

    /** Notes whether the member is the spare. */
    void setSpare(boolean spare) {
        isSpare = spare;
    }

    boolean isSpare() {
        return isSpare;
    }

    void left() {
        link = null;
    }

    void stored(ConfigurationVersion version) {
        stored = version;
    }

    ConfigurationVersion stored() {
        return stored;
    }

    /** Takes an acknowledgement as it is, also one that goes back. */
    void acknowledged(long mappedEnd, long syncedEnd) {
        mapped = mappedEnd;
        synced = syncedEnd;
    }

    long mapped() {
        return mapped;
    }

    long synced() {
        return synced;
    }

    /**
     * Sets the period in force for the copy, once that was sent everything up to where the journal ended meanwhile. A
     * spare must have acknowledged it: what it has not may be cut when it takes over.
     */
    boolean takesPeriod(MemberLog log, RunSender sender, RunSlice slice) {
        LogOrigin origin = log.origin();
        if (origin.periodNumber() != periodSeen) {
            periodSeen = origin.periodNumber();
            periodEnd = log.end(); // the whole opening is before it, since the period is in force
        }
        if (periodSeen == periodSent || !sender.hasSent(periodEnd) || (isSpare && mapped < periodEnd)) {
            return false;
        }
        periodSent = periodSeen;
        slice.setPair(periodSeen, origin.periodIndex());
        return true;
    }

    /** Lets the spare remove what retention has removed here, once it holds the reasons. */
    boolean takesRemoval(LogOrigin origin, RunSender sender, Spare.Gate gate, RunSlice slice) {
        long firstKept = origin.firstKept();
        if (firstKept == firstKeptSent || !sender.isBetweenRuns() || !gate.holdsReasons(firstKept)) {
            return false;
        }
        firstKeptSent = firstKept;
        slice.setPair(firstKept, origin.removedFrames());
        return true;
    }

    boolean takesMark(long mark, long certain, RunSlice slice) {
        if (markSent == mark && certainSent == certain) {
            return false;
        }
        markSent = mark;
        certainSent = certain;
        slice.setPair(mark, certain);
        return true;
    }
}
