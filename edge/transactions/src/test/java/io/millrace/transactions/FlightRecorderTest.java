package io.millrace.transactions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderTest {

    private static final String PACKAGE = "io.millrace.transactions.";
    private static final List<String> NAMES =
            List.of("Transaction", "Phase", "Recovery", "Heuristic", "Timeout", "WrittenOff");

    @TempDir
    Path directory;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final SimulatedResource a = new SimulatedResource("a");
    private final SimulatedResource b = new SimulatedResource("b");
    private final CountDownLatch released = new CountDownLatch(1);

    /** A resource whose rollback does not end before it is released, also when it is interrupted. */
    private XAResource wedged() {
        return (XAResource) Proxy.newProxyInstance(
                FlightRecorderTest.class.getClassLoader(),
                new Class<?>[] {XAResource.class},
                (proxy, method, arguments) -> {
                    while (method.getName().equals("rollback") && released.getCount() > 0) {
                        LockSupport.parkNanos(this, 1_000_000);
                        Thread.interrupted();
                    }
                    try {
                        return method.invoke(a, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static GlobalId begin(Transactions transactions, XAResource... resources) throws Exception {
        transactions.begin();
        for (XAResource resource : resources) {
            transactions.getTransaction().enlistResource(resource);
        }
        return ((JtaTransaction) transactions.getTransaction()).id();
    }

    private List<RecordedEvent> record(Work work) throws Exception {
        Path file = directory.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            NAMES.forEach(name -> recording.enable(PACKAGE + name).withoutThreshold());
            recording.start();
            try (Transactions transactions = Transactions.open(
                    TransactionOptions.of(NodeName.of("node-1"))
                            .withRecovering(TransactionOptions.Recovering.ON_CALL)
                            .withErrorHandler(errors::add),
                    new VolatileDecisionStore(),
                    List.of(a, b))) {
                work.with(transactions);
            }
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    /** What is recorded. */
    private interface Work {
        void with(Transactions transactions) throws Exception;
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name, GlobalId id) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(PACKAGE + name)
                        && (id == null || id.toString().equals(event.getString("transaction"))))
                .toList();
    }

    @Test
    void aTransactionIsRecordedWithItsPhasesAndItsOutcome() throws Exception {
        GlobalId[] ids = new GlobalId[2];
        List<RecordedEvent> events = record(transactions -> {
            ids[0] = begin(transactions, a.named(), b.named());
            transactions.commit();
            ids[1] = begin(transactions, a.named(), b.named());
            b.fails("commit", XAException.XA_HEURRB);
            assertThrows(HeuristicMixedException.class, transactions::commit);
            transactions.recover();
        });
        RecordedEvent whole = of(events, "Transaction", ids[0]).getFirst();
        assertEquals("committed", whole.getString("outcome"));
        assertEquals(2, whole.getInt("branches"));
        List<RecordedEvent> phases = of(events, "Phase", ids[0]);
        assertEquals(
                List.of("PREPARE", "FORCE", "COMMIT"),
                phases.stream().map(event -> event.getString("phase")).toList());
        for (RecordedEvent phase : phases) {
            assertTrue(!phase.getStartTime().isBefore(whole.getStartTime()), phase.toString());
            assertTrue(!phase.getEndTime().isAfter(whole.getEndTime()), phase.toString());
        }
        assertEquals("unknown", of(events, "Transaction", ids[1]).getFirst().getString("outcome"));
        RecordedEvent heuristic = of(events, "Heuristic", ids[1]).getFirst();
        assertEquals("MIXED", heuristic.getString("outcome"));
        assertTrue(heuristic.getString("detail").contains("XA_HEURRB"), heuristic.toString());
        RecordedEvent recovery = of(events, "Recovery", null).getFirst();
        assertEquals(0, recovery.getInt("unreachable"));
        assertNotNull(recovery.getDuration());
    }

    @Test
    void aTimeoutIsRecordedAndWhoDoesNotAnswerToIt() throws Exception {
        GlobalId[] id = new GlobalId[1];
        List<RecordedEvent> events = record(transactions -> {
            transactions.setTransactionTimeout(3); // longer than a machine pauses before all is enlisted
            id[0] = begin(transactions, wedged());
            Await.until("the resource that does not answer is reported", () -> !errors.isEmpty());
            assertEquals(1, transactions.statistics().timedOut());
            released.countDown();
            assertThrows(RollbackException.class, transactions::commit);
            Await.until("the resource is rolled back", () -> !a.rolledBack.isEmpty());
        });
        assertEquals(1, of(events, "Timeout", id[0]).size());
        RecordedEvent writtenOff = of(events, "WrittenOff", id[0]).getFirst();
        assertTrue(writtenOff.getString("stack").contains("rollback"), writtenOff.toString());
    }
}
