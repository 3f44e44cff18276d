package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.millrace.channel.ChannelOptions;
import io.millrace.net.HostPort;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An order and its report through sockets and the journals of both engines allocate nothing. */
@Tag("alone")
class EngineAllocationTest {

    private static final int WARM_UP = 20_000;

    /** So few that the index of sent messages, two or three bytes for each, does not double its arrays meanwhile. */
    private static final int MESSAGES = 8_000;

    @TempDir
    private Path directory;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final FixWriter order = new FixWriter();
    private final FixWriter report = new FixWriter();
    private long reports;

    @Test
    void anOrderAndItsReportAllocateNothing() {
        try (TestEngines engines = new TestEngines()) {
            FixEngine seller = engines.open(FixEngineOptions.named("seller")
                    .with(FixJournal.open(directory.resolve("seller"), ChannelOptions.defaults())));
            seller.add(TestEngines.acceptor(TestEngines.SELL), this::answer);
            HostPort port = seller.listen(TestEngines.anyPort());
            FixEngine buyer = engines.open(FixEngineOptions.named("buyer")
                    .with(FixJournal.open(directory.resolve("buyer"), ChannelOptions.defaults())));
            FixSession session =
                    buyer.add(TestEngines.initiator(TestEngines.BUY), (_, _, _) -> reports++, FixDestinations.of(port));
            engines.until("the Logon", () -> session.sender().isLoggedOn());
            orders(engines, session, WARM_UP);
            long before = threads.getCurrentThreadAllocatedBytes();
            orders(engines, session, MESSAGES);
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(bytes < MESSAGES, "bytes for all messages=" + bytes); // the compilers may add some at any time
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

    private void orders(TestEngines engines, FixSession session, int count) {
        long wanted = reports + count;
        while (reports < wanted) {
            order.start("D")
                    .body()
                    .put(11, reports)
                    .put(55, "IBM")
                    .put(54, '1')
                    .put(38, 100)
                    .put(40, '1');
            order.putTimestamp(60, engines.nowNs(), FixTime.Precision.MILLISECONDS);
            session.send(engines.nowNs(), order);
            long before = reports;
            while (reports == before) {
                engines.poll();
            }
        }
    }
}
