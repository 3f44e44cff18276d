package io.millrace.ledger;

/** What a seat reports to its operator. */
public enum SeatEvent {
    /** The seat has lost its record of what it signed, and asks the others. */
    AMNESIA,
    /** The seat may sign again. */
    SIGNS,
    /** The seat lags too far, and catches up by commits. */
    CATCHING_UP,
    /** The seat has caught up. */
    CAUGHT_UP,
    /** A seat has made two blocks for one round. */
    EQUIVOCATION,
    /** Other seats agree about another root than this one; it carries nothing out any more. */
    DIVERGED,
    /** More seats are faulty than are tolerated; this one does nothing any more. */
    HALTED
}
