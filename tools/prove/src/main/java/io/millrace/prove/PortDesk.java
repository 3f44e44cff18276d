package io.millrace.prove;

import io.millrace.jdbc.JdbcFault;
import io.millrace.jdbc.JdbcRequests;
import io.millrace.jdbc.JdbcResults;
import io.millrace.map.KeyOrder;
import io.millrace.map.KeyRange;
import io.millrace.map.StateMap;
import io.millrace.service.Replies;
import io.millrace.service.Snapshotting;
import io.millrace.service.TimerEvents;
import io.millrace.service.Timers;
import io.millrace.wire.Refused;
import io.millrace.wire.Reply;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * The component of {@link PortsProof}: a threshold with hysteresis, timers, requests to a database, calls of clients,
 * and a map as state. What it makes of each input does not depend on the order in which those of different kinds
 * arrive, so a run whose processes are killed makes the same as one undisturbed process.
 */
public final class PortDesk
        implements PortReadings, PortCalls, TimerEvents, JdbcResults, Snapshotting<PortState>, PortState {
    private static final int HIGH = 75;
    private static final int LOW = 30;
    private static final String RAISED = "insert into raised (alarm, reading) values (?, ?)";
    private static final String ACKNOWLEDGED = "insert into acknowledged (alarm, caller) values (?, ?)";

    /** Where the value is. */
    public enum Level {
        /** It has reached the high limit. */
        HIGH,
        /** It has come back to the low one. */
        LOW
    }

    private record Request(long alarm, String caller, Reply<String> reply) {}

    private final PortEvents out;
    private final Timers timers;
    private final JdbcRequests database;
    private final Replies replies;
    private final StateMap<String, Long> totals = StateMap.of(String.class, Long.class, KeyOrder.NATURAL);
    private final Deque<Request> requests = new ArrayDeque<>();
    private long newest;
    private Level level = Level.LOW;

    /** Takes the outputs. */
    public PortDesk(PortEvents out, Timers timers, JdbcRequests database, Replies replies) {
        this.out = out;
        this.timers = timers;
        this.database = database;
        this.replies = replies;
    }

    @Override
    public void reading(long number, int value, Instant at) {
        if (level == Level.LOW && value >= HIGH) {
            level = Level.HIGH;
            out.raised(++newest, number);
            timers.schedule(at, Long.toString(newest));
            requests.add(new Request(newest, "", Reply.toNobody()));
            database.executeUpdate(RAISED, newest, number);
        } else if (level == Level.HIGH && value <= LOW) {
            level = Level.LOW;
            out.returned(newest, number);
        }
    }

    @Override
    public void fired(String token, Instant at) {
        out.escalated(Long.parseLong(token));
    }

    @Override
    public void note(String caller, long number) {
        out.noted(caller, number);
    }

    @Override
    public long add(String caller, long amount) {
        if (amount < 0) {
            throw new Refused("the amount is negative amount=" + amount);
        }
        long total = totals.compute(caller, (_, old) -> old == null ? amount : old + amount);
        if (amount == 0) {
            totals.put(caller, total + 1); // which the failure must take back
            throw new IllegalStateException("the amount is nothing caller=" + caller);
        }
        return total;
    }

    @Override
    public Reply<String> acknowledge(String caller, long alarm) {
        Reply<String> reply = replies.open();
        requests.add(new Request(alarm, caller, reply));
        database.executeUpdate(ACKNOWLEDGED, alarm, caller);
        return reply;
    }

    @Override
    public void updateResult(long count) {
        Request request = requests.removeFirst();
        if (!request.caller().isEmpty()) {
            out.acknowledged(request.alarm(), request.caller());
            replies.answer(request.reply(), request.caller() + "-has-" + request.alarm());
        }
    }

    @Override
    public long total(String caller) {
        long total = totals.getOrDefault(caller, 0L);
        long inRange = totals.range(KeyRange.<String>all().from(caller).most(1)).stream()
                .filter(entry -> entry.getKey().equals(caller))
                .mapToLong(Map.Entry::getValue)
                .sum();
        if (inRange != total) {
            throw new ProofException("a look-up and a range of the map differ caller=" + caller + " total=" + total
                    + " inRange=" + inRange);
        }
        return total;
    }

    @Override
    public void updateThrown(JdbcFault fault) {
        throw new ProofException("the database has refused a row fault=" + fault);
    }

    @Override
    public void queryResult(Object... rows) {
        throw new ProofException("nothing was asked rows=" + rows.length);
    }

    @Override
    public void queryThrown(JdbcFault fault) {
        throw new ProofException("nothing was asked fault=" + fault);
    }

    @Override
    public Class<PortState> snapshotType() {
        return PortState.class;
    }

    @Override
    public void snapshot(PortState state) {
        state.alarm(newest, level);
        totals.forEach(state::total);
        requests.forEach(request -> state.request(request.alarm(), request.caller(), request.reply()));
    }

    @Override
    public void alarm(long number, Level restored) {
        newest = number;
        level = restored;
    }

    @Override
    public void total(String caller, long total) {
        totals.put(caller, total);
    }

    @Override
    public void request(long alarm, String caller, Reply<String> reply) {
        requests.add(new Request(alarm, caller, reply));
    }
}
