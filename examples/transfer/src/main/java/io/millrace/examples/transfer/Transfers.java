package io.millrace.examples.transfer;

/** What is to be moved. */
public interface Transfers {

    /** Asks for one transfer. */
    void transfer(Transfer transfer);
}
