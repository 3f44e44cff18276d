package io.millrace.leaks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs the tests of {@link LeakyTests} as JUnit runs any other and looks at how they fail. */
class LeakCheckTest {

    /** For tests that leave something, which take it whole. */
    private static final int SHORT_GRACE_MS = 1_000;

    /** For tests that leave nothing, however slow the machine is. */
    private static final int LONG_GRACE_MS = 60_000;

    @AfterEach
    void cleanUpAfterTheLeakyTests() throws Exception {
        LeakyTests.releaseAll();
    }

    @Test
    void aThreadLeftRunningFailsTheTestWithItsNameAndStack() {
        String failure = onlyFailureOf(LeakyTests.LeavesAThread.class);
        assertTrue(failure.contains("left running thread=forgotten-worker daemon=true"), failure);
        assertTrue(failure.contains("at java.base/"), failure);
    }

    @Test
    void anOpenFileFailsTheTestWithItsPath() {
        assumeTrue(ProcessFiles.readable(), "needs /proc");
        String failure = onlyFailureOf(LeakyTests.LeavesAFileOpen.class);
        assertTrue(failure.contains("left open file=") && failure.contains("forgotten.data"), failure);
    }

    @Test
    void aMappingFailsTheTestWithItsPath() {
        assumeTrue(ProcessFiles.readable(), "needs /proc");
        String failure = onlyFailureOf(LeakyTests.LeavesAMapping.class);
        assertTrue(failure.contains("left mapped file=") && failure.contains("forgotten.map"), failure);
    }

    @Test
    void aMappingOfAnAutomaticArenaIsCollectedInstead() {
        assertPasses(LeakyTests.LeavesAMappingToTheCollector.class);
    }

    @Test
    @ExpectedLog("tilt=7")
    void anUnexpectedWarningFailsTheTest() {
        String failure = onlyFailureOf(LeakyTests.LogsAWarning.class);
        assertTrue(failure.contains("logged and not expected: WARNING io.millrace.sample: tilt=7"), failure);
    }

    @Test
    @ExpectedLog("tilt=8")
    void anExpectedWarningDoesNot() {
        assertPasses(LeakyTests.LogsAnExpectedWarning.class);
    }

    @Test
    void anExpectedWarningThatNeverComesFailsTheTest() {
        String failure = onlyFailureOf(LeakyTests.MissesAnExpectedWarning.class);
        assertTrue(failure.contains("expected in the log and not there: tilt=9"), failure);
    }

    @Test
    void aWarningThatMayComeNeedNot() {
        assertPasses(LeakyTests.MayLogAWarning.class);
    }

    @Test
    void aToleratedThreadAndFilePass() {
        assertPasses(LeakyTests.ToleratesWhatItLeaves.class);
    }

    @Test
    void whatClosesWithinTheGraceIsNoLeak() {
        assertPasses(LeakyTests.EndsALittleLater.class);
    }

    @Test
    void whatAClassOpensBeforeAllItsTestsItMustCloseAfterThem() {
        String failure = onlyFailureOf(LeakyTests.LeavesAThreadOfTheClass.class);
        assertTrue(failure.contains("left running thread=forgotten-by-the-class"), failure);
    }

    @Test
    void autoClosedFieldsAreClosedBeforeTheLook() {
        assertPasses(LeakyTests.ClosesAField.class);
    }

    private static void assertPasses(Class<?> tests) {
        SummaryGeneratingListener listener = run(tests, LONG_GRACE_MS);
        assertEquals(List.of(), listener.getSummary().getFailures());
        assertEquals(1, listener.getSummary().getTestsSucceededCount());
    }

    private static String onlyFailureOf(Class<?> tests) {
        SummaryGeneratingListener listener = run(tests, SHORT_GRACE_MS);
        assertEquals(1, listener.getSummary().getFailures().size());
        Throwable failure = listener.getSummary().getFailures().getFirst().getException();
        return failure.toString();
    }

    private static SummaryGeneratingListener run(Class<?> tests, int graceMs) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(tests))
                                .configurationParameter(LeakCheck.GRACE_MS, Integer.toString(graceMs))
                                .build(),
                        listener);
        return listener;
    }
}
