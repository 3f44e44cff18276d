package io.millrace.examples.alarms;

import io.millrace.wire.Query;

/** What operators may say of limits. */
public interface Limits {
    /** Sets the limit of a sensor; returns the one that it had. Refused where it is none. */
    Limit limit(String sensor, Limit limit);

    /** Returns the limit of a sensor. */
    @Query
    Limit limitOf(String sensor);
}
