package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.cli.Millrace;
import io.millrace.fixtures.JavaCommand;
import io.millrace.journal.FailPoint;
import io.millrace.leaks.ExpectedLog;
import io.millrace.transactions.Decision;
import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.GlobalId;
import io.millrace.transactions.RecoverableResource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The proofs themselves, short; the seeds are in the output. */
@Tag("process")
class ProofsTest {

    @TempDir
    Path directory;

    private static void say(String line) {
        System.out.println(line);
    }

    @Test
    void aKilledWriterLosesNothing() throws IOException, InterruptedException {
        int kills = FailPoint.values().length + 1;
        ProofReport report = new CrashProof(directory, System.nanoTime() & 0xffff, ProofsTest::say).run(kills);
        assertEquals(List.of(), report.failures());
        assertTrue(report.counted("killed at random") > 0 && report.counted("messages read back") > 0, report::text);
    }

    @Test
    @ExpectedLog("machine went down")
    void aLossOfPowerLosesNothingThatWasSynced() throws IOException {
        ProofReport report = new PowerProof(directory, System.nanoTime() & 0xffff, ProofsTest::say).run(8);
        assertEquals(List.of(), report.failures());
        assertTrue(report.counted("messages there after them") > 0, report::text);
        assertTrue(
                report.counted("messages given before them") > 0 && report.counted("losses of power") == 24,
                report::text);
    }

    @Test
    @ExpectedLog("machine went down")
    void aCopyThatLosesPowerIsAPrefixOfItsSourceAndIsFilledAgain() throws IOException {
        ProofReport report = new CopyPowerProof(directory, System.nanoTime() & 0xffff, ProofsTest::say).run(8);
        assertEquals(List.of(), report.failures());
        assertTrue(
                report.counted("messages shown after them") > 0 && report.counted("losses of power") == 32,
                report::text);
    }

    @Test
    void transactionsEndTheSameWayEverywhereWhateverFails() {
        ProofReport report =
                new TransactionProof(directory, System.nanoTime() & 0xffff, ProofsTest::say).run(300, 0.02);
        assertEquals(List.of(), report.failures());
        assertTrue(report.counted("KILL at STORE_RECORD") > 0 && report.counted("error 6 at COMMIT") > 0, report::text);
        for (String call : List.of(
                "START",
                "END",
                "PREPARE",
                "COMMIT",
                "COMMIT_ONE_PHASE",
                "ROLLBACK",
                "BEFORE_COMPLETION",
                "AFTER_COMPLETION",
                "STORE_RECORD",
                "STORE_FORGET")) {
            long fatal = report.counted("FATAL at " + call);
            assertTrue(fatal > 0 && fatal == report.counted("KILL at " + call), () -> call + "\n" + report.text());
        }
        assertTrue(report.counted("transactions") > 1000, report::text);
        assertTrue(report.progressText().contains(" numbered, 300 of 300, failures: 0"), report::progressText);
        for (LogDisk.Kind kind : LogDisk.Kind.values()) {
            assertTrue(report.counted("log: losses of power, " + kind) > 0, report::text);
        }
    }

    @Test
    void aFatalFaultIsAnErrorOfTheJvm() {
        XaFault fatal = new XaFault(XaFault.Kind.FATAL, 0, XaFault.Effect.NOT_DONE);
        XaFaults faults = XaFaults.planned(Map.of(0, fatal, 1, fatal, 2, fatal, 3, fatal));
        FaultySynchronization synchronization = new FaultySynchronization(faults);
        assertThrows(StackOverflowError.class, synchronization::beforeCompletion);
        assertThrows(StackOverflowError.class, () -> synchronization.afterCompletion(0));
        DecisionStore store = new SimulatedDecisionStore(faults, new SplittableRandom(1)).open();
        Decision decision = new Decision(new GlobalId(1, 1), List.of(new Decision.BranchRecord(0, "bank")));
        assertThrows(OutOfMemoryError.class, () -> store.record(decision));
        RecoverableResource.Session session = new RecordingResource("bank", faults).open();
        assertThrows(OutOfMemoryError.class, () -> session.resource().recover(XAResource.TMSTARTRSCAN));
        store.close();
    }

    @Test
    void everyFlippedBitIsFound() throws IOException {
        int runs = 2 * DamageKind.values().length;
        ProofReport report = new CorruptProof(directory, System.nanoTime() & 0xffff, ProofsTest::say).run(runs);
        assertEquals(List.of(), report.failures());
        for (DamageKind bits : DamageKind.values()) {
            assertEquals(2, report.counted("found: " + bits), bits::name);
        }
        Path json = directory.resolve("report.json");
        report.writeJson(json);
        assertTrue(Files.readString(json).contains("\"proved\" : true"), () -> report.text());
    }

    @Test
    void aSeedAloneDoesItsRunOfTheProofAgain() throws IOException, InterruptedException {
        int choices = FailPoint.values().length + 1;
        long seed = 17L * choices + List.of(FailPoint.values()).indexOf(FailPoint.BATCH_PUBLISHED);
        ProofReport crash = new CrashProof(directory, seed, ProofsTest::say).run(1);
        assertEquals(List.of(), crash.failures());
        assertEquals(1, crash.counted("killed at BATCH_PUBLISHED"), crash::text);
        long flip =
                5L * DamageKind.values().length + List.of(DamageKind.values()).indexOf(DamageKind.FRAME_PAYLOAD);
        ProofReport corrupt = new CorruptProof(directory, flip, ProofsTest::say).run(1);
        assertEquals(1, corrupt.counted("found: FRAME_PAYLOAD"), corrupt::text);
        ProofReport transactions = new TransactionProof(directory, 20_003, ProofsTest::say).again();
        assertEquals(List.of(), transactions.failures());
        assertEquals(1, transactions.counted("runs by chance, log simulated"), transactions::text);
        assertTrue(transactions.progressText().endsWith(": 1 of 1, failures: 0"), transactions::progressText);
    }

    @Test
    void theReportNamesEachSeedThatFailed() throws IOException {
        ProofReport report = new ProofReport("crash", 3, 9, directory, ProofsTest::say);
        report.fail(8, "step=CLAIMED", new ProofException("a message is lost"));
        report.fail(5, "step=CLAIMED", new ProofException("a message is torn"));
        Path json = directory.resolve("report.json");
        report.writeJson(json);
        String text = Files.readString(json);
        assertTrue(text.contains("\"failedSeeds\" : [ 5, 8 ]"), text);
        assertTrue(text.contains("\"proved\" : false") && text.contains("seed=8 step=CLAIMED"), text);
        assertTrue(report.text().contains("again: millrace prove crash --seed 5\n"), report::text);
        assertTrue(!report.text().contains("--seeds 1"), report::text);
        report.failNumbered("plan={}", new ProofException("a lock is left"));
        assertTrue(report.text().contains("again: millrace prove crash --seed 3 --seeds 1\n"), report::text);
        assertEquals(List.of(5L, 8L), List.copyOf(report.failedSeeds()));
    }

    @Test
    void aReportThatCannotBeWrittenIsToldBeforeTheProof() {
        Path json = directory.resolve("nosuch").resolve("report.json");
        Path work = directory.resolve("work");
        StringWriter err = new StringWriter();
        CommandLine prove = new CommandLine(new ProveCommand()).setErr(new PrintWriter(err, true));
        assertEquals(2, prove.execute("corrupt", "--seed", "1", "--dir", work.toString(), "--json", json.toString()));
        assertTrue(err.toString().contains("cannot write file=" + json), err::toString);
        assertTrue(Files.notExists(work), "nothing was begun");
    }

    @Test
    void aReportThatCannotBePrintedIsAnError() throws Exception {
        Process process = JavaCommand.of(
                        Millrace.class, "prove", "corrupt", "--seed=1", "--dir=" + directory.resolve("work"))
                .withFlags("--enable-native-access=ALL-UNNAMED")
                .builder()
                .redirectOutput(Path.of("/dev/full").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
        assertEquals(1, process.waitFor());
        String error = Files.readString(directory.resolve("err"));
        assertTrue(error.endsWith("millrace: cannot write to standard output reason=No space left on device\n"), error);
    }
}
