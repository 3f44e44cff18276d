package io.millrace.examples.exchange;

import io.millrace.fix.FixCallWriters;
import io.millrace.fix.FixInput;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixMessageCalls;
import io.millrace.fix.FixSessionId;
import java.util.List;

/** Makes calls of the messages of traders, and of the ends of their connections. */
public final class VenueCalls extends FixMessageCalls {

    /** Creates the calls. */
    public VenueCalls() {
        super(List.of(Requests.class), List.of(Reports.class));
    }

    @Override
    public FixInput input(FixCallWriters in) {
        FixInput messages = super.input(in);
        Orders orders = in.as(Orders.class);
        return new FixInput() {
            @Override
            public void message(FixSessionId session, long number, long timeNs, FixMessage message) {
                messages.message(session, number, timeNs, message);
            }

            @Override
            public void loggedOut(FixSessionId session, long timeNs) {
                orders.loggedOut(session.toString());
            }
        };
    }
}
