package io.millrace.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What all blocks of a week share: the chain, the week, and the seats with their keys. Immutable and thread-safe.
 *
 * <p>The block of round 0 of each seat is implied: it is never made or sent, and its digest follows from the others.
 */
public final class LedgerChain {
    private final Digest id;
    private final long week;
    private final Committee committee;
    private final Digest committeeHash;
    private final List<Reference> genesis;
    private final long startMs;

    /**
     * Creates the chain of a week.
     *
     * @param id the name of the chain, 32 bytes
     * @param week the number of the week, at least 0
     * @param committee the seats
     * @param keys the public key of each seat, which the hash of the committee covers
     * @param startMs the time of round 0, in milliseconds since 1970
     * @throws LedgerException if the name has another length, the week is negative, or there is not one key for a seat
     */
    public LedgerChain(Digest id, long week, Committee committee, List<byte[]> keys, long startMs) {
        this.id = Objects.requireNonNull(id, "id");
        this.committee = Objects.requireNonNull(committee, "committee");
        if (id.rawBytes().length != Sha256.BYTES) {
            throw new LedgerException("a chain has a name of 32 bytes bytes=" + id.rawBytes().length);
        }
        if (week < 0) {
            throw new LedgerException("a week is at least 0 week=" + week);
        }
        if (keys.size() != committee.seats()) {
            throw new LedgerException("each seat has one key seats=" + committee.seats() + " keys=" + keys.size());
        }
        this.week = week;
        this.startMs = startMs;
        Sha256 hash = Sha256.of("millrace.ledger.committee.1").add(committee.seats());
        committee.leaders().forEach(hash::add);
        keys.forEach(key -> hash.add(key.length).add(key));
        this.committeeHash = hash.digest();
        List<Reference> implied = new ArrayList<>();
        for (int seat = 0; seat < committee.seats(); seat++) {
            Digest digest = Sha256.of("millrace.ledger.genesis.1")
                    .add(id)
                    .add(week)
                    .add(committeeHash)
                    .add(seat)
                    .digest();
            implied.add(new Reference(0, seat, digest));
        }
        this.genesis = List.copyOf(implied);
    }

    /** Returns the name of the chain, 32 bytes. */
    public Digest id() {
        return id;
    }

    /** Returns the number of the week. */
    public long week() {
        return week;
    }

    /** Returns the seats. */
    public Committee committee() {
        return committee;
    }

    /** Returns the hash over seats, leaders and keys. */
    public Digest committeeHash() {
        return committeeHash;
    }

    /** Returns the implied block of round 0 of each seat. */
    public List<Reference> genesis() {
        return genesis;
    }

    /** Returns the time of round 0, in milliseconds since 1970. */
    public long startMs() {
        return startMs;
    }
}
