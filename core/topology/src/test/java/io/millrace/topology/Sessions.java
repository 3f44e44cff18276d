package io.millrace.topology;

import io.millrace.service.TimerEvents;
import io.millrace.service.Timers;
import java.time.Duration;
import java.time.Instant;

/** Ends sessions that have lasted too long: the component of the guide to timers. */
public final class Sessions implements Logins, TimerEvents {

    private final Timers timers;
    private final Ends out;
    private final Duration longest;

    /** What it says. */
    public interface Ends {

        /** Says that a session was ended, because it had lasted until this time. */
        void expired(String user, Instant at);
    }

    /** Takes the outputs, both on one channel, and how long a session lasts. */
    public Sessions(Timers timers, Ends out, Duration longest) {
        this.timers = timers;
        this.out = out;
        this.longest = longest;
    }

    @Override
    public void login(String user, Instant at) {
        timers.schedule(at.plus(longest), user);
    }

    @Override
    public void logout(String user) {
        timers.cancel(user);
    }

    @Override
    public void fired(String user, Instant at) {
        out.expired(user, at);
    }
}
