package io.millrace.replication;

/** What a member reports to its operators. */
public enum MemberEvent {
    /** An ordinary journal has become that of a source. */
    FOUNDED,
    /** A copy is streamed to. */
    JOINED,
    /** A member that could lack acknowledged messages holds them again. */
    WHOLE,
    /** A member could lack messages that it has acknowledged, since its machine went down. */
    NOT_WHOLE,
    /** Frames were set aside. */
    CUT,
    /** A copy stops until an operator decides. */
    STOPPED,
    /** Something on this machine keeps the member from its work; it is tried again after a pause. */
    FAILED,
    /** What had failed works again. */
    RECOVERED,
    /** The member cannot continue in this process, since a change of its role has failed; it is to be started again. */
    BROKEN,
    /** A source has stopped, since another epoch is higher. */
    FENCED,
    /** A member has become the source. */
    PROMOTED,
    /** A promotion ended without effect. */
    PROMOTION_FAILED,
    /** A promotion has accepted that messages may be lost. */
    LOSS_ACCEPTED,
    /** From now on acknowledged means held by the source alone. */
    DEGRADED,
    /** Enough copies hold what is acknowledged again. */
    RESTORED,
    /** Appends are refused, since copies are missing. */
    APPENDS_REFUSED,
    /** A change of the configuration has begun. */
    CHANGING,
    /** A change of the configuration is in force. */
    CHANGED,
    /** A member was refused. */
    REFUSED,
    /** The clock of a peer differs so much that times of both cannot be compared. */
    CLOCK_DIFFERS,
    /** A link was closed. */
    LINK_CLOSED
}
