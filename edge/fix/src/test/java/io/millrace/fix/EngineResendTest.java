package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.millrace.net.HostPort;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A long resend takes its turns with other sessions, and no memory. */
class EngineResendTest {

    private static final int MESSAGES = 20_000;

    /** What a session writes at most in one poll. */
    private static final int MOST_AT_ONCE = 64;

    private static final FixSessionId OTHER_SELL = new FixSessionId("FIX.4.4", "SELL", "OTHER");
    private static final FixSessionId OTHER = new FixSessionId("FIX.4.4", "OTHER", "SELL");

    @TempDir
    private Path directory;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final FixWriter report = new FixWriter();
    private long resent;
    private long reports;

    @Test
    void otherSessionsAreServedBetweenTheStepsOfALongResend() {
        try (TestEngines engines = new TestEngines()) {
            FixEngine seller =
                    engines.open(FixEngineOptions.named("seller").with(TestEngines.journal(directory.resolve("fix"))));
            FixSession behind = seller.add(TestEngines.acceptor(TestEngines.SELL), (_, _, _) -> {});
            seller.add(TestEngines.acceptor(OTHER_SELL), this::answer);
            for (int i = 1; i <= MESSAGES; i++) { // without a connection they are numbered and kept
                engines.order(behind, i);
            }
            HostPort port = seller.listen(TestEngines.anyPort());
            FixSession other =
                    engines.open().add(TestEngines.initiator(OTHER), (_, _, _) -> reports++, FixDestinations.of(port));
            engines.until("the Logon of the other one", () -> other.sender().isLoggedOn());

            List<Long> during = new ArrayList<>();
            FixEngine buyer = engines.open();
            FixSession asking =
                    buyer.add(TestEngines.initiator(TestEngines.BUY), (_, _, _) -> resent++, FixDestinations.of(port));
            engines.until("the first message again", () -> resent > 0);
            long before = threads.getCurrentThreadAllocatedBytes();
            while (resent < MESSAGES) {
                long sent = reports + 1;
                engines.order(other, sent);
                while (reports < sent && resent < MESSAGES) {
                    long had = resent;
                    engines.poll();
                    assertTrue(resent - had <= 4 * MOST_AT_ONCE, "messages in a poll=" + (resent - had));
                }
                during.add(resent);
            }
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            engines.until("the last answer", () -> reports == during.size());
            assertEquals(MESSAGES, resent);
            assertTrue(during.size() > MESSAGES / MOST_AT_ONCE / 50, "answers during the resend=" + during.size());
            assertTrue(bytes < 200L * MESSAGES, "bytes=" + bytes);
            assertTrue(asking.isConnected());
        }
    }

    private void answer(FixSession session, long timeNs, FixMessage message) {
        report.start("8")
                .body()
                .put(37, message.longValue(11))
                .put(17, 1)
                .put(150, '0')
                .put(39, '0');
        report.put(55, "IBM").put(54, '1').put(151, 100).put(14, 0).put(6, 0);
        session.send(timeNs, report);
    }
}
