package io.millrace.examples.transfer;

/** What was moved. */
public interface Receipts {

    /** Says that a transfer is done. */
    void moved(Transfer transfer);
}
