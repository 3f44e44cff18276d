package io.millrace.ledger;

import java.util.List;
import java.util.Optional;

/**
 * What a seat has its surroundings do. No method calls back into the seat, and none blocks for long. What is stored is
 * found again after a restart once {@link #force} was called later and its end reported; without that it may be lost
 * from some entry on.
 */
public interface SeatPort {
    /** Sends a message to another seat, in the order of calls; it may be lost. */
    void send(int peer, byte[] message);

    /** Stores an accepted block. */
    void store(Block block);

    /**
     * Stores a block that this seat has signed and not sent yet; it is the record of what was signed. The newest such
     * block is never forgotten. Storage with one of them, or of a first start, is a whole record.
     */
    void storeOwn(Block block);

    /** Stores a commit, after its blocks. */
    void store(CommitRecord commit);

    /** Stores the proof of a commit. */
    void store(CommitProof proof);

    /** Asks that all that was stored so far survives a loss of power; {@link Seat#forced} reports the end. */
    void force(long number);

    /** Allows to forget blocks up to a round that are of no kept commit, once the commits so far are forced. */
    void forget(long round);

    /** Returns a stored commit, or nothing if it is not kept. */
    Optional<CommitRecord> commit(long index);

    /** Returns the stored proof for this commit or the next later one that has a proof. */
    Optional<CommitProof> proofFrom(long index);

    /** Returns a stored block that is not forgotten. */
    Optional<Block> block(Reference reference);

    /**
     * Carries a commit out.
     *
     * @param commit the commit
     * @param transactions the transactions of its blocks in their order, without those that came before
     */
    void execute(CommitRecord commit, List<byte[]> transactions);

    /** Reports something that an operator should know. */
    void event(SeatEvent event, String text);
}
