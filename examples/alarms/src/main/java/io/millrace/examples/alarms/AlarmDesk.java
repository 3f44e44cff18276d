package io.millrace.examples.alarms;

import io.millrace.jdbc.JdbcFault;
import io.millrace.jdbc.JdbcRequests;
import io.millrace.jdbc.JdbcResults;
import io.millrace.service.Replies;
import io.millrace.service.Snapshotting;
import io.millrace.service.TimerEvents;
import io.millrace.service.Timers;
import io.millrace.wire.Refused;
import io.millrace.wire.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the open alarms, in a database too. An operator who acknowledges one is answered after the database has stored
 * it. Where no operator does in time, the alarm is escalated. The states are those of ISA-18.2: an alarm is over when
 * its value has come back and an operator has acknowledged it, in any order.
 */
public final class AlarmDesk
        implements Crossings, Operators, TimerEvents, JdbcResults, Snapshotting<DeskState>, DeskState {
    private static final String INSERT =
            "insert into alarms (number, sensor, value_high, raised_at) values (?, ?, ?, ?)";
    private static final String RETURN = "update alarms set returned_at = ? where number = ?";
    private static final String ACKNOWLEDGE =
            "update alarms set acknowledged_by = ? where number = ? and acknowledged_by is null";
    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_NOTE = 1_000;

    /** A request to the database; the name is empty where it acknowledges nothing. */
    private record Request(long alarm, String by, Reply<Alarm> reply) {}

    private final Alarms out;
    private final Timers timers;
    private final JdbcRequests database;
    private final Replies replies;
    private final Duration patience;
    private final Map<Long, Alarm> open = new TreeMap<>();

    /** The requests without a result; results come in the order of the requests. */
    private final Deque<Request> requests = new ArrayDeque<>();

    /**
     * Takes the outputs.
     *
     * @param patience after what time an alarm that no operator has acknowledged is escalated
     */
    public AlarmDesk(Alarms out, Timers timers, JdbcRequests database, Replies replies, Duration patience) {
        this.out = out;
        this.timers = timers;
        this.database = database;
        this.replies = replies;
        this.patience = patience;
    }

    @Override
    public void exceeded(long number, Reading reading) {
        Alarm alarm = Alarm.of(number, reading);
        open.put(number, alarm);
        out.raised(alarm);
        timers.schedule(reading.at().plus(patience), Long.toString(number));
        request(number, INSERT, number, reading.sensor(), reading.value(), reading.at());
    }

    @Override
    public void returned(long number, Reading reading) {
        Alarm alarm = open.get(number);
        if (alarm != null) {
            keep(alarm.normal());
            out.returned(alarm.normal());
            request(number, RETURN, reading.at(), number);
        }
    }

    @Override
    public Reply<Alarm> acknowledge(long number, String by) {
        Alarm alarm = open.get(number);
        if (alarm == null || alarm.attention() == Attention.ACKNOWLEDGED) {
            throw new Refused("the alarm is not open alarm=" + number);
        }
        if (by == null || by.isBlank() || by.length() > LONGEST_NAME) {
            throw new Refused("a name has 1 to " + LONGEST_NAME + " characters name=" + by);
        }
        if (requests.stream()
                .anyMatch(request -> request.alarm() == number && !request.by().isEmpty())) {
            throw new Refused("another operator acknowledges the alarm alarm=" + number);
        }
        Reply<Alarm> reply = replies.open();
        requests.add(new Request(number, by, reply));
        database.executeUpdate(ACKNOWLEDGE, by, number);
        return reply;
    }

    @Override
    public void note(long number, String text) {
        Alarm alarm = open.get(number);
        if (alarm == null || text == null || text.length() > LONGEST_NOTE) {
            throw new Refused(
                    "a note is about an open alarm and has at most " + LONGEST_NOTE + " characters alarm=" + number);
        }
        keep(alarm.noted(text));
        out.noted(alarm.noted(text));
    }

    @Override
    public List<Alarm> open() {
        return List.copyOf(open.values());
    }

    @Override
    public void fired(String token, Instant at) {
        Alarm alarm = open.get(Long.parseLong(token));
        if (alarm != null && alarm.attention() == Attention.WAITING) {
            keep(alarm.escalated());
            out.escalated(alarm.escalated());
        }
    }

    @Override
    public void updateResult(long count) {
        Request request = requests.removeFirst();
        Alarm alarm = open.get(request.alarm());
        if (request.by().isEmpty()) {
            return;
        }
        if (count == 0 || alarm == null) {
            replies.refuse(request.reply(), "the database has no such alarm alarm=" + request.alarm());
            return;
        }
        Alarm acknowledged = alarm.acknowledged(request.by());
        keep(acknowledged);
        timers.cancel(Long.toString(request.alarm()));
        out.acknowledged(acknowledged);
        replies.answer(request.reply(), acknowledged);
    }

    @Override
    public void updateThrown(JdbcFault fault) {
        Request request = requests.removeFirst();
        out.notStored(request.alarm(), fault.message());
        if (!request.by().isEmpty()) {
            replies.refuse(request.reply(), "the database has refused it reason=" + fault.message());
        }
    }

    @Override
    public void queryResult(Object... rows) {
        throw new IllegalStateException("nothing was asked rows=" + rows.length);
    }

    @Override
    public void queryThrown(JdbcFault fault) {
        throw new IllegalStateException("nothing was asked fault=" + fault);
    }

    private void request(long alarm, String sql, Object... arguments) {
        requests.add(new Request(alarm, "", Reply.toNobody()));
        database.executeUpdate(sql, arguments);
    }

    private void keep(Alarm alarm) {
        if (alarm.isOver()) {
            open.remove(alarm.number());
        } else {
            open.put(alarm.number(), alarm);
        }
    }

    @Override
    public Class<DeskState> snapshotType() {
        return DeskState.class;
    }

    @Override
    public void snapshot(DeskState state) {
        open.values().forEach(state::alarm);
        requests.forEach(request -> state.request(request.alarm(), request.by(), request.reply()));
    }

    @Override
    public void alarm(Alarm alarm) {
        open.put(alarm.number(), alarm);
    }

    @Override
    public void request(long alarm, String by, Reply<Alarm> reply) {
        requests.add(new Request(alarm, by, reply));
    }
}
