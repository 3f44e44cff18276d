package io.millrace.ledger;

import java.util.List;

/**
 * A block with its transactions. Immutable and thread-safe.
 *
 * @see BlockCodec
 */
public final class Block {
    private final BlockHeader header;
    private final List<byte[]> transactions;
    private final List<Digest> leaves;

    Block(BlockHeader header, List<byte[]> transactions, List<Digest> leaves) {
        this.header = header;
        this.transactions = transactions;
        this.leaves = leaves;
    }

    /** Returns the signed part. */
    public BlockHeader header() {
        return header;
    }

    /** Returns round, author and digest. */
    public Reference reference() {
        return header.reference();
    }

    /** Returns how many transactions there are. */
    public int size() {
        return transactions.size();
    }

    /** Returns a copy of a transaction; its number is from 0. */
    public byte[] transaction(int number) {
        return transactions.get(number).clone();
    }

    /** Returns the transactions themselves, which must not be changed. */
    List<byte[]> rawTransactions() {
        return transactions;
    }

    /** Returns the digests of the transactions. */
    public List<Digest> transactionDigests() {
        return leaves;
    }

    /** Returns the name of the block. */
    @Override
    public String toString() {
        return header.toString();
    }
}
