package io.millrace.replication;

/** What a link has to send when its connection has space. */
public enum Outgoing {
    /** Nothing now. */
    NOTHING,
    /** The beginning of a segment. */
    SEGMENT,
    /** Frames. */
    RUN,
    /** How far readers may read. */
    MARK,
    /** An acknowledgement. */
    ACK,
    /** A period that is in force. */
    PERIOD,
    /** Which segments were removed. */
    REMOVAL
}
