package io.millrace.ledger;

/** Why a block is not valid. The constants are in the order in which they are tested. */
public enum Refusal {
    /** A block of this digest is known already. */
    DUPLICATE_DIGEST("duplicate-digest"),
    /** The author is no seat of the committee. */
    AUTHOR("author"),
    /** The round is below 1. */
    ROUND("round"),
    /** The block has no parents, or fewer than a quorum of them are of the round before. */
    QUORUM("quorum"),
    /** A parent is named twice. */
    DUPLICATE_PARENT("duplicate-parent"),
    /** The first parent is not of the block's author. */
    OWN_PARENT("own-parent"),
    /** A parent is not of an earlier round. */
    PARENT_ROUND("parent-round"),
    /** Two parents are of one author. */
    DUPLICATE_AUTHOR("duplicate-author");

    private final String text;

    Refusal(String text) {
        this.text = text;
    }

    /** Returns the reason as reports show it. */
    public String text() {
        return text;
    }
}
