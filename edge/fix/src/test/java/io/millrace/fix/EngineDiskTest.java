package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.journal.JournalFullException;
import io.millrace.net.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of an engine is full: it ends with an error, other engines continue, and nothing is lost. */
@Tag("process")
class EngineDiskTest {

    private static final int MOST = 50_000;

    @TempDir
    private Path mount;

    private final TestEngines engines = new TestEngines();
    private final List<Integer> got = new ArrayList<>();

    @Test
    void aFullDiskEndsTheEngineAndAfterItAllMessagesArriveOnce() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=5m", "tmpfs", mount.toString()) == 0,
                "a small file system cannot be mounted here");
        try {
            FixEngine seller = seller();
            HostPort port = seller.listen(TestEngines.anyPort());
            FixSession buyer = engines.open()
                    .add(TestEngines.initiator(TestEngines.BUY), (_, _, _) -> {}, FixDestinations.of(port));
            engines.until("the Logon", () -> buyer.sender().isLoggedOn());
            JournalFullException full = assertThrows(JournalFullException.class, () -> orders(buyer));
            assertTrue(full.getMessage().contains("file=" + mount), full.getMessage());
            assertTrue(full.getMessage().contains("freeBytes="), full.getMessage());
            int before = got.size();
            int last = (int) buyer.sender().nextOutgoing() - 2; // the Logon is the first message
            engines.close(seller);
            engines.order(buyer, last + 1); // its session continues, and keeps it

            assertEquals(0, run("mount", "-o", "remount,size=64m", mount.toString()));
            seller().listen(FixPort.loopback(port.port()));
            engines.until("all orders", () -> got.getLast() == last + 1);
            // What is in no journal has not happened: the one that was being taken comes again.
            int again = got.get(before).equals(got.get(before - 1)) ? 1 : 0;
            assertEquals(last + 1 + again, got.size());
            for (int i = 0; i < got.size(); i++) {
                assertEquals(i < before ? i + 1 : i + 1 - again, got.get(i));
            }
        } finally {
            engines.close();
            run("umount", mount.toString());
        }
    }

    private FixEngine seller() {
        FixEngine engine =
                engines.open(FixEngineOptions.named("seller").with(TestEngines.journal(mount.resolve("fix"))));
        engine.add(TestEngines.acceptor(TestEngines.SELL), (_, _, order) -> got.add(Integer.valueOf(order.text(11))));
        return engine;
    }

    private void orders(FixSession buyer) {
        for (int i = 1; i <= MOST; i++) {
            engines.order(buyer, i);
            engines.poll();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
