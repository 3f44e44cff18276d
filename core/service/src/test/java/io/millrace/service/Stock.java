package io.millrace.service;

import io.millrace.wire.Query;
import io.millrace.wire.Reply;

/** Things in stock; the calls that come from channels and from clients. */
public interface Stock {

    void delivered(String item, int amount);

    int take(String item, int amount);

    Reply<String> order(String item, int amount);

    void paid(long order);

    byte[] picture(int bytes);

    int recurse(int depth);

    String who();

    @Query
    int left(String item);

    @Query
    int writes(String item);

    /** Takes so long, or until its thread is interrupted. */
    @Query
    int sleeps(int milliseconds);
}
