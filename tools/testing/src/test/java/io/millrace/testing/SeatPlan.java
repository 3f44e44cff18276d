package io.millrace.testing;

import io.millrace.service.Caller;
import io.millrace.service.Outputs;
import io.millrace.service.Replies;
import io.millrace.service.Snapshotting;
import io.millrace.wire.Refused;
import io.millrace.wire.Reply;
import java.util.Map;
import java.util.TreeMap;

/** Books two seats, and answers. */
final class SeatPlan implements Seats, SeatState, Snapshotting<SeatState> {
    private static final int SEATS = 2;

    private final Tickets out;
    private final Replies replies;
    private final Caller caller;
    private final Map<String, Reply<String>> waiting = new TreeMap<>();
    private int booked;

    SeatPlan(Outputs outputs) {
        out = outputs.as(Tickets.class);
        replies = outputs.as(Replies.class);
        caller = outputs.as(Caller.class);
    }

    @Override
    public int book(String name) {
        if (booked == SEATS) {
            throw new Refused("no seat is left name=" + name);
        }
        out.ticket(name, caller.principal());
        return ++booked;
    }

    @Override
    public Reply<String> pay(String name) {
        Reply<String> reply = replies.open();
        waiting.put(name, reply);
        return reply;
    }

    @Override
    public void paid(String name) {
        Reply<String> reply = waiting.remove(name);
        if (reply != null) {
            replies.answer(reply, "paid by " + name);
        }
    }

    @Override
    public int free() {
        return SEATS - booked;
    }

    @Override
    public int broken() {
        return ++booked;
    }

    @Override
    public Class<SeatState> snapshotType() {
        return SeatState.class;
    }

    @Override
    public void snapshot(SeatState state) {
        state.seats(booked);
        waiting.forEach(state::waits);
    }

    @Override
    public void seats(int count) {
        booked = count;
    }

    @Override
    public void waits(String name, Reply<String> reply) {
        waiting.put(name, reply);
    }
}
