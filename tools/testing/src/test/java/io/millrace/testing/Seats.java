package io.millrace.testing;

import io.millrace.wire.Query;
import io.millrace.wire.Reply;

/** Calls that are answered. */
public interface Seats {
    int book(String name);

    Reply<String> pay(String name);

    void paid(String name);

    @Query
    int free();

    @Query
    int broken();
}
