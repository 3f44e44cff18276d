package io.millrace.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The proof of the map: short, with few rounds, or long; the seeds are in the output. */
@Tag("process")
@Tag("proof")
@ExpectedLog(value = "machine went down", occurs = Occurrence.PERHAPS)
class MapProofTest {

    private static final int ROUNDS = Integer.getInteger("millrace.prove.map", 10);

    /** So many rounds kill owners at each point once. */
    private static final int ALL_POINTS = 40;

    /** What the proof says of a map that is not as it was after some number of changes. */
    private static final String NO_STATE = "a map holds what it held after no number of changes";

    @TempDir
    Path directory;

    private static void say(String line) {
        System.out.println(line);
    }

    @Test
    void aMapHasWhatItHadAfterSomeNumberOfChanges() throws IOException, InterruptedException {
        ProofReport report = new MapProof(directory, System.nanoTime() & 0xffff, MapProofTest::say).run(ROUNDS);
        System.out.print(report.text());
        assertEquals(List.of(), report.failures());
        assertTrue(report.counted("looks of readers") > 0 && report.counted("losses of power") > 0, report::text);
        assertTrue(report.counted("changes of several writers") > 0, report::text);
        if (ROUNDS >= ALL_POINTS) {
            for (String point : MapProof.points()) {
                assertTrue(
                        report.counted("killed at " + point) + report.counted("ended before " + point) > 0,
                        report::text);
            }
            assertTrue(report.counted("killed at random") > 0, report::text);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOST_CHANGE", "TORN_BATCH"})
    void aFlawIsFoundByKillsAndReaders(MapFlaw flaw) throws IOException, InterruptedException {
        assertFound(new MapProof(directory, 1, flaw, MapSharer.class, MapProofTest::say).run(3));
    }

    @Test
    void aMissingSyncIsFoundByLossesOfPower() throws IOException, InterruptedException {
        List<String> failures = new ArrayList<>();
        for (long seed = 8; seed <= 80 && failures.isEmpty(); seed += 8) {
            ProofReport report =
                    new MapProof(directory, seed, MapFlaw.MISSING_SYNC, MapSharer.class, MapProofTest::say).run(1);
            failures.addAll(report.failures());
        }
        assertTrue(failures.getFirst().contains(NO_STATE), failures::toString);
    }

    @ParameterizedTest
    @ValueSource(classes = {BrokenSharer.Condition.class, BrokenSharer.Fence.class})
    void aBrokenRuleOfSeveralWritersIsFound(Class<?> broken) throws IOException, InterruptedException {
        List<String> failures = new ArrayList<>();
        for (long seed = 4; seed <= 160 && failures.isEmpty(); seed += 8) {
            ProofReport report = new MapProof(directory, seed, MapFlaw.NONE, broken, MapProofTest::say).run(1);
            failures.addAll(report.failures());
        }
        String found = failures.getFirst();
        assertTrue(found.contains("the log of several writers is wrong") || found.contains("told"), found);
    }

    private static void assertFound(ProofReport report) {
        assertFalse(report.isProved(), report::text);
        assertTrue(report.failures().getFirst().contains(NO_STATE), report::text);
    }
}
