package io.millrace.examples.transfer;

/** Receives the notice of a transfer. */
public interface Notices {

    /** Sends the notice of a transfer; it counts if the transaction commits. */
    void tell(Transfer transfer);
}
