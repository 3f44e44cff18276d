package io.millrace.client;

/** What a {@link Depot} writes. */
public interface DepotEvents {

    /** An amount was set. */
    void amount(String item, long amount);

    /** An item was removed. */
    void removed(String item);
}
