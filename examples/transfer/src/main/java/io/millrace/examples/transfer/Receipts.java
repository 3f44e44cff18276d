package io.millrace.examples.transfer;

/** The transfers that were made. */
public interface Receipts {

    /** Reports a completed transfer. */
    void moved(Transfer transfer);
}
