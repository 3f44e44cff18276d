package io.millrace.examples.transfer;

/** Receives the notice of a transfer. */
public interface Notices {

    /** Tells of one; what is told counts if the transaction commits. */
    void tell(Transfer transfer);
}
