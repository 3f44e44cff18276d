package io.millrace.client;

import io.millrace.wire.Query;
import io.millrace.wire.Reply;

/** A component of the tests that answers. */
public interface Stock {

    /** An amount has come; nothing is answered. */
    void delivered(String item, int amount);

    /** Takes an amount, or refuses; returns what is left. */
    int take(String item, int amount);

    /** Orders an amount that may not be there yet; answered when it is. */
    Reply<Receipt> order(String item, int amount);

    /** Returns how much there is. */
    @Query
    int left(String item);

    /** Takes a time, and returns it. */
    @Query
    int slow(int milliseconds);
}
