package io.millrace.benchmarks;

/** The call that the suite of the ledger brings into the order. */
public interface LedgerEntry {
    /** Takes 100 bytes. */
    void put(byte[] payload);
}
