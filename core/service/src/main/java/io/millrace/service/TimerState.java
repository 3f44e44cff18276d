package io.millrace.service;

import java.time.Instant;

/** The state of a {@link Timer} as calls, in a channel of snapshots. */
public interface TimerState {

    /**
     * States a timer that is pending.
     *
     * @param at when it is due
     * @param token its name
     */
    void pending(Instant at, String token);
}
