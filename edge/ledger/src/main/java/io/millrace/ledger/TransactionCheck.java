package io.millrace.ledger;

/**
 * What a seat demands of each transaction before a block with it is taken: a function of the transaction alone, the
 * same at all seats. Called by several threads at once.
 */
@FunctionalInterface
public interface TransactionCheck {
    /** Returns whether a block may have this transaction; its bytes are not changed. */
    boolean isRight(byte[] transaction);
}
