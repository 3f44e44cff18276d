package io.millrace.service;

import java.time.Instant;

/** The call that a {@link Timer} makes. */
public interface TimerEvents {

    /**
     * Says that the time of a timer has come, which is pending no more.
     *
     * @param token the name of the timer
     * @param at the time for which it was scheduled, not that of this call
     */
    void fired(String token, Instant at);
}
