package io.millrace.journal;

/** Decides which published frames a tailer returns: by durability and by the mark. Belongs to the tailer's thread. */
final class ReadLevel {

    private final JournalTable table;
    private final boolean syncedOnly;

    /** Null where the tailer does not stop at the mark. */
    private final TableRecord mark;

    /** Frames up to this index are returned. */
    private long released = Index.NONE;

    ReadLevel(JournalTable table, TailerOptions options) {
        this.table = table;
        this.syncedOnly = options.level() == Durability.SYNCED;
        this.mark = stopsAtMark(table.role(), options.mark()) ? table.mark() : null;
    }

    private static boolean stopsAtMark(JournalRole role, MarkPolicy policy) {
        return switch (policy) {
            case ON_COPIES -> role == JournalRole.COPY;
            case ALWAYS -> role != JournalRole.ORDINARY;
            case NEVER -> false;
        };
    }

    /** Returns whether published frames may be withheld at all. */
    boolean withholds() {
        return syncedOnly || mark != null;
    }

    /** Returns why a frame is not returned yet, or {@link Read#MESSAGE} if it is. */
    Read check(long index) {
        if (index <= released) {
            return Read.MESSAGE;
        }
        long synced = syncedOnly ? table.syncedAcquire() : Long.MAX_VALUE;
        if (index > synced) {
            return Read.NOT_SYNCED;
        }
        long acknowledged = mark == null ? Long.MAX_VALUE : mark.read() ? mark.first() - 1 : Index.NONE;
        if (index > acknowledged) {
            return Read.NOT_REPLICATED;
        }
        released = Math.min(synced, acknowledged);
        return Read.MESSAGE;
    }
}
