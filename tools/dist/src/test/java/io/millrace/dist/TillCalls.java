package io.millrace.dist;

import io.millrace.wire.Query;
import java.time.Instant;
import java.util.List;

/** What the component of the released files takes, and what it is asked. */
public interface TillCalls {

    /** A receipt, with a value of each sort that a message may have. */
    record Receipt(Instant at, Kind kind, List<String> items, String note, double rate) {}

    /** The kinds of receipts. */
    enum Kind {
        PAID,
        REFUNDED
    }

    void paid(String who, long cents, Receipt receipt);

    long take(String who, long cents);

    @Query
    long balance(String who);
}
