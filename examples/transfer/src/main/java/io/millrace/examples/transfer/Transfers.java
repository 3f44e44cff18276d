package io.millrace.examples.transfer;

/** The requested transfers. */
public interface Transfers {

    /** Requests a transfer. */
    void transfer(Transfer transfer);
}
