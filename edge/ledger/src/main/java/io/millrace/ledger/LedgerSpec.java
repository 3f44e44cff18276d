package io.millrace.ledger;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * The section {@code ledger} of a topology, whose components are those of one seat.
 *
 * @param directory the directory of the ledger
 * @param seats how many seats a ledger has that is made because there is none
 * @param port where its first seat listens, on loopback; the others listen at the ports after it
 * @param at the components that run at one seat alone, by name, with the number of the seat
 */
public record LedgerSpec(String directory, int seats, int port, SequencedMap<String, Integer> at) {
    /** Takes a copy. */
    public LedgerSpec {
        Objects.requireNonNull(directory, "directory");
        at = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(at));
    }
}
