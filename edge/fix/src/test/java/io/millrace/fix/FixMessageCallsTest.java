package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FixMessageCallsTest {

    interface Orders {
        void order(String session, SampleOrder order);
    }

    interface Reports {
        void report(String session, SampleReport report);
    }

    interface Rejects {
        void reject(String session, SampleReject reject);
    }

    @FixMsgType("8")
    record SampleReport(@FixTag(value = 37, required = true) String orderId) {}

    @FixMsgType("9")
    record SampleReject(@FixTag(value = 37, required = true) String orderId) {}

    static final class Calls extends FixMessageCalls {
        Calls() {
            super(List.of(Orders.class), List.of(Reports.class, Rejects.class));
        }
    }

    private static final FixSessionId ID = new FixSessionId("FIX.4.4", "SELL", "BUY");

    private final List<String> got = new ArrayList<>();

    private final FixInput input = new Calls().input(new FixCallWriters() {
        @Override
        public <T> T as(Class<T> type) {
            return type.cast((Orders) (session, order) -> got.add(session + " " + order.clOrdId));
        }
    });

    @Test
    void aMessageIsACallWithItsSession() {
        input.message(ID, 2, 0, Samples.parsed(Samples.message("D", "11=17|54=1|60=20260302-08:00:00|")));
        assertEquals(List.of("FIX.4.4:SELL->BUY 17"), got);
        FixMessage other = Samples.parsed(Samples.message("F", "11=17|"));
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> input.message(ID, 3, 0, other));
        assertEquals("no method takes the message msgType=F", error.getMessage());
    }

    @Test
    void callsOfSeveralInterfacesAreMessagesOfTheirSessions() {
        FixSettings settings = FixSettings.session(ID, Samples.FIX44).build();
        Object out = new Calls().output(new FixOutput() {
            @Override
            public void send(String session, FixWriter message) {
                got.add(session + " " + message.msgType());
            }

            @Override
            public FixSettings settings(String session) {
                return session.equals(ID.toString()) ? settings : null;
            }
        });
        ((Reports) out).report(ID.toString(), new SampleReport("1"));
        ((Rejects) out).reject(ID.toString(), new SampleReject("2"));
        assertEquals(List.of(ID + " 8", ID + " 9"), got);
        assertThrows(IllegalArgumentException.class, () -> ((Reports) out).report("other", new SampleReport("3")));
    }
}
