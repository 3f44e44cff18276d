package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proof of ordered logs: short, with few rounds, or long; the seeds are in the output. */
@Tag("proof")
@ExpectedLog(value = "machine went down", occurs = Occurrence.PERHAPS)
class OrderProofTest {

    private static final int ROUNDS = Integer.getInteger("millrace.prove.order", 5);

    @TempDir
    Path directory;

    private static void say(String line) {
        System.out.println(line);
    }

    @Test
    void nodesOfOneOrderHaveTheSameOutputs() throws IOException {
        ProofReport report = new OrderProof(directory, System.nanoTime() & 0xffff, OrderProofTest::say).run(ROUNDS);
        System.out.print(report.text());
        assertEquals(List.of(), report.failures());
        assertTrue(report.counted("kills") > 0 && report.counted("equal hashes") > 0, report::text);
        assertTrue(report.counted("losses of power") > 0 && report.counted("calls in totals") > 0, report::text);
    }

    @Test
    void anEntryThatIsTakenAgainIsFound() throws IOException {
        assertFound(OrderFlaw.AGAIN_AT_RESTART, "an entry of an order follows the newest one");
    }

    @Test
    void theOrderOfArrivalIsFound() throws IOException {
        assertFound(OrderFlaw.ARRIVAL_ORDER, "outputs of nodes differ channel=entries");
    }

    @Test
    void aLocalClockIsFound() throws IOException {
        assertFound(OrderFlaw.LOCAL_CLOCK, "");
    }

    private void assertFound(OrderFlaw flaw, String text) throws IOException {
        ProofReport report = new OrderProof(directory, 1, flaw, OrderProofTest::say).run(2);
        assertFalse(report.isProved(), report::text);
        assertEquals(2, report.failures().size(), report::text);
        report.failures().forEach(failure -> assertTrue(failure.contains(text), failure));
    }
}
