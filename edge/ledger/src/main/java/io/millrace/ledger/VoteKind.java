package io.millrace.ledger;

/** What a vote in a block is about. */
public enum VoteKind {
    /** The digest of a commit. */
    COMMITTED((byte) 1),
    /** The root over the receipts of all commits up to this one. */
    EXECUTED((byte) 2);

    private final byte code;

    VoteKind(byte code) {
        this.code = code;
    }

    /** Returns the byte that stands for it in a block. */
    byte code() {
        return code;
    }

    /** Returns the kind of a byte, or null if there is none. */
    static VoteKind ofCode(byte code) {
        for (VoteKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        return null;
    }
}
