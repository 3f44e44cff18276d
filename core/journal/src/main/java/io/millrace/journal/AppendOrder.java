package io.millrace.journal;

/**
 * What the replication of a journal says about its appends, to the processes that append.
 *
 * @param epoch the epoch of the member that appends now, where appends are fenced; otherwise null
 */
record AppendOrder(Kind kind, Epoch epoch) {

    private static final int LEADER_BITS = 5;

    static final AppendOrder ALLOWED = new AppendOrder(Kind.ALLOWED, null);
    static final AppendOrder WHILE_REPLICATED = new AppendOrder(Kind.WHILE_REPLICATED, null);
    static final AppendOrder REFUSED = new AppendOrder(Kind.REFUSED, null);

    /** The kinds, with their numbers in the table. */
    enum Kind {
        /** Every owner of the journal may append. */
        ALLOWED(0),
        /** Owners may append as long as a process replicates the journal. */
        WHILE_REPLICATED(1),
        /** Copies are missing, and their source appends nothing then. */
        REFUSED(2),
        /** Another member appends, and this one never more. */
        FENCED(3);

        private static final Kind[] ALL = values();

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    static AppendOrder fenced(Epoch epoch) {
        return new AppendOrder(Kind.FENCED, epoch);
    }

    /** Returns what a table says; appends are allowed if it says nothing that is known. */
    static AppendOrder of(TableRecord record) {
        if (!record.read() || record.first() <= 0 || record.first() >= Kind.ALL.length) {
            return ALLOWED;
        }
        Kind kind = Kind.ALL[(int) record.first()];
        long bits = record.second();
        return new AppendOrder(
                kind, kind == Kind.FENCED ? new Epoch(bits >>> LEADER_BITS, (int) (bits & Epoch.MAX_LEADER)) : null);
    }

    long epochBits() {
        return epoch == null ? 0 : epoch.round() << LEADER_BITS | epoch.leader();
    }
}
