package io.millrace.service;

import java.time.Instant;

/** The calls that a {@link Timer} takes. */
public interface Timers {

    /**
     * Asks for {@link TimerEvents#fired} at a time. A timer whose token is pending already is moved to this time.
     *
     * @param at when; a time that has passed is due at once
     * @param token names the timer, 1 to {@value Timer#MAX_TOKEN_LENGTH} characters
     */
    void schedule(Instant at, String token);

    /**
     * Removes a timer; does nothing where none of this token is pending, as when it has fired already.
     *
     * @param token names the timer
     */
    void cancel(String token);
}
