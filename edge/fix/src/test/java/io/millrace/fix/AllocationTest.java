package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reading, validating, writing and both halves of a session allocate nothing for a message. */
@Tag("alone")
class AllocationTest {

    private static final int WARM_UP = 20_000;
    private static final int MESSAGES = 20_000;
    private static final long START_NS = 1_772_438_400_000_000_000L;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long sum;

    @Test
    void readingAndValidatingAllocateNothing() {
        byte[] bytes = Samples.message(
                "D",
                "11=17|55=IBM|54=1|60=20260302-08:00:00.123|38=100|40=2|44=1.25|5001=x|453=2|448=A|447=D|452=1|"
                        + "802=1|523=x|803=1|448=B|447=D|452=3|58=end|");
        FixMessage message = new FixMessage();
        FixValidator validator = new FixValidator(FixCheck.knownFields());
        allocatesNothing(() -> {
            assertEquals(FixFault.NONE, message.parse(bytes, 0, bytes.length, Samples.FIX44));
            assertTrue(validator.isValid(message));
            sum += message.longValue(38) + message.decimalValue(44, 4) + message.timestampValue(60);
            FixEntries parties = message.group(453);
            while (parties.next()) {
                sum += parties.charValue(447) + parties.longValue(452);
                FixEntries subs = parties.group(802);
                while (subs.next()) {
                    sum += subs.longValue(803);
                }
            }
        });
        assertTrue(sum != 0);
    }

    @Test
    void anOrderAndItsReportAllocateNothingInBothSessions() {
        SessionPair pair = new SessionPair(START_NS);
        FixWriter order = new FixWriter();
        FixWriter report = new FixWriter();
        long[] received = new long[2];
        pair.onAcceptor((session, timeNs, message) -> {
            received[0]++;
            report.start("8")
                    .body()
                    .put(37, message.longValue(11))
                    .put(17, received[0])
                    .put(150, '0')
                    .put(39, '0');
            report.put(55, "IBM")
                    .put(54, message.charValue(54))
                    .put(151, 100)
                    .put(14, 0)
                    .put(6, 0);
            session.send(timeNs, report);
        });
        pair.onInitiator((_, _, _) -> received[1]++);
        pair.logOn();
        allocatesNothing(() -> {
            order.start("D").body().put(11, received[0]).put(55, "IBM").put(54, '1');
            order.putTimestamp(60, pair.nowNs(), FixTime.Precision.MILLISECONDS)
                    .put(38, 100)
                    .put(40, '1');
            pair.initiator().send(pair.nowNs(), order);
            pair.exchange();
        });
        assertEquals(WARM_UP + MESSAGES, received[0]);
        assertEquals(WARM_UP + MESSAGES, received[1]);
    }

    @Test
    void aMessageThatIsSentAgainAllocatesNothing() {
        FixSettings settings = FixSettings.session(new FixSessionId("FIX.4.4", "SELL", "BUY"), Samples.FIX44)
                .build();
        FixTransmitter transmitter = new FixTransmitter(settings, new MemoryStore(1 << 16, 1 << 10));
        transmitter.connected(new FixLine() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                sum++;
            }

            @Override
            public void close(String reason) {
                throw new AssertionError(reason);
            }
        });
        for (int number = 1; number <= 2; number++) { // messages of two types
            byte[] bytes = Samples.message(number == 1 ? "D" : "8", "11=17|55=IBM|54=1|");
            transmitter.transmit(START_NS, number, bytes, 0, bytes.length);
        }
        allocatesNothing(() -> {
            transmitter.resend(START_NS, 1, 2);
            while (transmitter.poll(START_NS, 1)) {
                sum++;
            }
        });
        assertTrue(sum >= 2L * MESSAGES, "steps=" + sum);
    }

    /** The calls of both directions. */
    interface Orders {
        void order(CharSequence session, SampleOrder order);
    }

    @Test
    void aCallOfAMutableClassAllocatesNothingInBothDirections() {
        byte[] bytes = Samples.message(
                "D",
                "115=DESK|11=17|55=IBM|54=1|60=20260302-08:00:00.123|38=100|40=2|44=1.25|99=1.10|64=20260304|18=1 G|"
                        + "114=Y|354=3|355=abc|453=2|448=A|447=D|452=1|802=1|523=x|803=1|448=B|447=D|452=3|58=end|");
        byte[] few = Samples.message("D", "11=18|54=2|60=20260302-08:00:00.123|453=1|448=C|");
        FixMessage message = new FixMessage();
        FixCallWriter writer = FixCallWriter.of(
                Samples.FIX44,
                FixTime.Precision.MILLISECONDS,
                (session, written) ->
                        sum += session.length() + written.finish("FIX.4.4").length(),
                Orders.class);
        FixCallReader reader = FixCallReader.of(writer.as(Orders.class), Orders.class);
        allocatesNothing(() -> {
            message.parse(bytes, 0, bytes.length, Samples.FIX44);
            reader.read(message, "FIX.4.4:SELL->BUY");
            message.parse(few, 0, few.length, Samples.FIX44);
            reader.read(message, "FIX.4.4:SELL->BUY");
        });
        assertTrue(sum != 0);
    }

    private void allocatesNothing(Runnable message) {
        for (int i = 0; i < WARM_UP; i++) {
            message.run();
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MESSAGES; i++) {
            message.run();
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < MESSAGES, "bytes for all messages=" + bytes); // the compilers may add some at any time
    }
}
