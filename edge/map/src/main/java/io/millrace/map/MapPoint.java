package io.millrace.map;

/** The points of a map, besides those of its journal, at which a proof may end its process. */
public enum MapPoint {
    /** A call is published, and not applied. */
    CHANGE_PUBLISHED,
    /** Compaction has put an entry again, and the change that it precedes is not written. */
    ENTRY_KEPT,
    /** The call that states that segments are not needed is published, and the period not in force. */
    COMPACTION_RECORDED
}
