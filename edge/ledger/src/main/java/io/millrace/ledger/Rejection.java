package io.millrace.ledger;

/** Why a seat does not take a message of a peer, or a block in it. Each is counted for each peer. */
public enum Rejection {
    /** The bytes are no message or no block: too short, too long, or a value out of its range. */
    MALFORMED,
    /** It has more parents, votes, transactions or bytes than the limits allow. */
    SIZE,
    /** It belongs to another chain. */
    CHAIN,
    /** It belongs to another week. */
    WEEK,
    /** It belongs to another committee. */
    COMMITTEE,
    /** The author is no seat of the committee. */
    AUTHOR,
    /** The round is below 1. */
    ROUND,
    /** The first parent is not of the block's author. */
    OWN_PARENT,
    /** A parent is not of an earlier round. */
    PARENT_ROUND,
    /** Two parents are of one author, or of no seat. */
    DUPLICATE_AUTHOR,
    /** Fewer than a quorum of the parents are of the round before. */
    QUORUM,
    /** The root over the transactions is another one. */
    PAYLOAD_ROOT,
    /** The signature is wrong. */
    SIGNATURE,
    /** A transaction in it is not signed as its client must sign. */
    CLIENT,
    /** The round is so far ahead that the seat would have to keep too much. */
    TOO_FAR,
    /** The block is below the horizon. */
    HORIZON,
    /** The author has another block in this round, and no known block needs this one. */
    VARIANT,
    /** Too many blocks of this peer wait for their parents. */
    QUOTA,
    /** It answers nothing that was asked. */
    NOT_ASKED,
    /** A range of commits is not what a quorum has voted for. */
    UNPROVED
}
