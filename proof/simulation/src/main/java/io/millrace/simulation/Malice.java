package io.millrace.simulation;

/** What a seat does that follows no rule. */
enum Malice {
    /** Two variants of each block, each to half of the seats. */
    TWO_TO_HALVES,
    /** Two variants of each block to all seats. */
    TWO_TO_ALL,
    /** Sends none of its blocks. */
    SILENT,
    /** Sends them late. */
    LATE,
    /** Sends those late or not that it makes as a leader. */
    SILENT_LEADER,
    /** Sends its blocks to one seat alone. */
    ONE_PEER,
    /** Sends blocks without their transactions. */
    WITHHOLD,
    /** Keeps its blocks for some rounds, and sends them at once. */
    HIDDEN,
    /** Refers to as few blocks as possible, never to that of the leader. */
    MINIMAL,
    /** Leaves rounds out, though it has not caught up. */
    JUMP,
    /** Makes blocks of rounds that are far ahead. */
    FAR_AHEAD,
    /** Sends many valid blocks of one round. */
    FLOOD,
    /** Makes blocks for another week. */
    FOREIGN,
    /** Sends old messages again. */
    REPLAY,
    /** Votes for commits that are none. */
    FALSE_VOTES,
    /** Sends changed commits and blocks of commits to seats that catch up. */
    FORGED,
    /** Has a clock that is a year wrong. */
    CLOCK,
    /** Makes blocks in the name of another seat. */
    IMPERSONATE,
    /** Changes bytes of its messages. */
    CORRUPT
}
