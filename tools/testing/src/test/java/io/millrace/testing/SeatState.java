package io.millrace.testing;

import io.millrace.wire.Reply;

/** The calls of a snapshot of a {@link SeatPlan}. */
public interface SeatState {
    void seats(int booked);

    void waits(String name, Reply<String> reply);
}
