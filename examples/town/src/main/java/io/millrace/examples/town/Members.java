package io.millrace.examples.town;

import io.millrace.wire.Query;

/** What people ask their town by a client at any seat. */
public interface Members {

    /** Gives likes, and returns how many are left; refused where there are too few. */
    long offer(String by, String to, long likes);

    /** Returns how many likes a person has. */
    @Query
    long likes(String of);
}
