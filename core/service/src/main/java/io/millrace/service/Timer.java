package io.millrace.service;

import io.millrace.channel.EpochNs;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A component that says when a time has come: it reads {@code schedule} and {@code cancel}, and writes {@code fired}.
 * Timers fire in the order of their times, those of the same time in the order in which they were scheduled. Pending
 * timers are its state, which follows from its inputs, so they survive the death of the process; what became due
 * meanwhile fires after the restart, each timer once.
 */
public final class Timer implements Timers, Timed, Snapshotting<TimerState>, TimerState {

    /** How many timers may be pending where nothing is said. */
    public static final int DEFAULT_LIMIT = 100_000;

    /** The greatest length of a token, in characters. */
    public static final int MAX_TOKEN_LENGTH = 256;

    private final TimerEvents out;
    private final int limit;
    private final Map<String, Pending> byToken = new HashMap<>();
    private final TreeSet<Pending> byTime =
            new TreeSet<>(Comparator.comparing(Pending::at).thenComparingLong(Pending::number));
    private long scheduled;
    private long dueNs = NEVER;

    private record Pending(Instant at, long number, String token) {}

    /**
     * Takes the output and the bound.
     *
     * @param out gets the calls
     * @param limit how many timers may be pending, at least 1; {@value #DEFAULT_LIMIT} where empty
     */
    public Timer(TimerEvents out, Optional<Integer> limit) {
        this.out = out;
        this.limit = limit.orElse(DEFAULT_LIMIT);
        if (this.limit < 1) {
            throw new ServiceException("a timer component needs room for one timer limit=" + this.limit);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException where the token is empty or too long
     * @throws IllegalStateException where too many timers are pending
     */
    @Override
    public void schedule(Instant at, String token) {
        if (at == null || token == null || token.isEmpty() || token.length() > MAX_TOKEN_LENGTH) {
            throw new IllegalArgumentException("a timer needs a time and a token of 1 to " + MAX_TOKEN_LENGTH
                    + " characters at=" + at + " token=" + token);
        }
        Pending before = byToken.get(token);
        if (before == null && byToken.size() >= limit) {
            throw new IllegalStateException(
                    "too many timers are pending limit=" + limit + " token=" + token + " at=" + at);
        }
        if (before != null) {
            byTime.remove(before);
        }
        add(at, token);
    }

    @Override
    public void cancel(String token) {
        Pending before = byToken.remove(token);
        if (before != null) {
            byTime.remove(before);
            changed();
        }
    }

    private void add(Instant at, String token) {
        Pending timer = new Pending(at, scheduled++, token);
        byToken.put(token, timer);
        byTime.add(timer);
        changed();
    }

    private void changed() {
        // A time beyond the clock, which ends in 2262, is pending for ever.
        dueNs = byTime.isEmpty()
                ? NEVER
                : Math.min(NEVER - 1, EpochNs.of(byTime.first().at()));
    }

    @Override
    public long dueNs() {
        return dueNs;
    }

    @Override
    public void due() {
        Pending timer = byTime.pollFirst();
        byToken.remove(timer.token());
        changed();
        out.fired(timer.token(), timer.at());
    }

    @Override
    public Class<TimerState> snapshotType() {
        return TimerState.class;
    }

    @Override
    public void snapshot(TimerState state) {
        byTime.forEach(timer -> state.pending(timer.at(), timer.token()));
    }

    @Override
    public void pending(Instant at, String token) {
        add(at, token);
    }
}
