package io.millrace.fix;

import io.millrace.journal.Index;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What operators see of a session. The thread of the session writes it, and any thread may read it: each value is true
 * at some moment, several need not be of the same one.
 */
final class SessionCounts {

    /** The values; times are nanoseconds since 1970, 0 while there is none. */
    enum Value {
        NEXT_INCOMING,
        NEXT_OUTGOING,
        /** How many messages are missing before those that came early. */
        MISSING,
        RECEIVED,
        SENT,
        REJECTS_RECEIVED,
        REJECTS_SENT,
        /** Requests of the counterparty for messages again. */
        RESENDS_RECEIVED,
        /** Requests of this side, one for each gap and chunk of it. */
        RESENDS_SENT,
        LOGONS,
        LAST_IN_INDEX,
        LAST_IN_NS,
        LAST_OUT_INDEX,
        LAST_OUT_NS,
        LOGGED_ON_NS,
        DISCONNECTED_NS
    }

    /** What a session is. */
    enum State {
        DISCONNECTED,
        CONNECTED,
        LOGGED_ON,
        STOPPED
    }

    private final Map<Value, AtomicLong> values = new EnumMap<>(Value.class);
    private volatile State state = State.DISCONNECTED;
    private volatile String peer = "";
    private volatile String reason = "";

    SessionCounts() {
        for (Value value : Value.values()) {
            values.put(value, new AtomicLong());
        }
        set(Value.LAST_IN_INDEX, Index.NONE);
        set(Value.LAST_OUT_INDEX, Index.NONE);
    }

    long get(Value value) {
        return values.get(value).getOpaque();
    }

    void set(Value value, long to) {
        values.get(value).setOpaque(to);
    }

    void add(Value value) {
        AtomicLong count = values.get(value);
        count.setOpaque(count.getPlain() + 1);
    }

    State state() {
        return state;
    }

    /** Notes the state; it is written only if it changes, since that takes longer than the other values. */
    void is(State now) {
        if (state != now) {
            state = now;
        }
    }

    /** Returns the address of the other side of the newest connection, empty while there was none. */
    String peer() {
        return peer;
    }

    /** Returns why the newest connection, or the attempt to make one, has ended in this run; empty if none has. */
    String reason() {
        return reason;
    }

    void connectedTo(String address) {
        peer = address;
    }

    void ended(String why) {
        reason = why;
    }

    /** Counts a record of this run. */
    void kept(FixJournal.Kind kind) {
        switch (kind) {
            case APPLICATION, RECEIVED -> add(Value.RECEIVED);
            case SENT -> add(Value.SENT);
            case LOGGED_ON -> add(Value.LOGONS);
            default -> {
                // counts as nothing
            }
        }
    }

    /** Takes note of the newest record of its kind, which may be of an earlier run. */
    void newest(FixJournal.Kind kind, long index, long timeNs) {
        switch (kind) {
            case APPLICATION, RECEIVED -> {
                set(Value.LAST_IN_INDEX, index);
                set(Value.LAST_IN_NS, timeNs);
            }
            case SENT -> {
                set(Value.LAST_OUT_INDEX, index);
                set(Value.LAST_OUT_NS, timeNs);
            }
            case LOGGED_ON -> set(Value.LOGGED_ON_NS, timeNs);
            case LOGGED_OUT -> set(Value.DISCONNECTED_NS, timeNs);
            default -> {
                // changes nothing
            }
        }
    }
}
