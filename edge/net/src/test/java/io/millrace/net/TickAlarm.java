package io.millrace.net;

import io.millrace.service.TimerEvents;
import io.millrace.service.Timers;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** Passes ticks on, and sets a timer at each third, which is due at once; what fires is passed on below zero. */
public final class TickAlarm implements Ticks, TimerEvents {

    private final Timers timers;
    private final Ticks out;
    private final Set<String> pending = new HashSet<>();

    /** Takes the outputs, both on one channel. */
    public TickAlarm(Timers timers, Ticks out) {
        this.timers = timers;
        this.out = out;
    }

    @Override
    public void tick(long value) {
        out.tick(value);
        if (value % 3 == 0) {
            String key = Long.toString(value);
            pending.add(key);
            timers.schedule(Instant.EPOCH.plusMillis(value), key);
        }
    }

    @Override
    public void fired(String key, Instant at) {
        if (!pending.remove(key)) {
            throw new IllegalStateException("a timer fires that was not set key=" + key);
        }
        out.tick(-1 - Long.parseLong(key));
    }
}
