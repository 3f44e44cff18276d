package io.millrace.client;

import io.millrace.wire.Query;

/** A map of amounts that clients change, read and follow. */
public interface Depot {

    /** Sets the amount of an item. */
    void put(String item, long amount);

    /** Removes an item; returns whether it was there. */
    boolean remove(String item);

    /** Changes an amount by a function that the client chooses. */
    long change(String item, DepotChange change);

    /** Returns an amount; 0 where there is none. */
    @Query
    long get(String item);

    /** Returns what an amount would be after a change. */
    @Query
    long tried(String item, DepotChange change);

    /** Returns how many items there are. */
    @Query
    int size();

    /** Returns the next items from one on and before another one, at most so many. */
    @Query
    DepotRange range(String from, String to, String after, int count);
}
