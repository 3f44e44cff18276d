package io.millrace.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.millrace.leaks.Tolerates;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.runners.TestList;

/** Runs every claim about every queue and the map, and the litmus tests, each for a short time. */
@Tolerates(
        threads = "millrace-journal-.*",
        files = ".*/millrace-jcstress[0-9]+/.*",
        because = "jcstress tells no state that its test has ended, so the map is closed with the process")
class ShortRunTest {
    private static final int CLAIMS_OF_ALL = 11;
    private static final int QUEUES = 20;
    private static final int BROADCAST = 5;
    private static final int LITMUS = 9;
    private static final int MAP = 2;

    @TestFactory
    Stream<DynamicTest> nothingForbiddenIsSeen() {
        return TestList.tests().stream()
                .sorted()
                .map(TestList::getInfo)
                .map(test -> DynamicTest.dynamicTest(simpleName(test), () -> {
                    assertEquals(List.of(), ShortRun.complaints(test, ShortRun.of(test)));
                }));
    }

    @Test
    void thereIsATestForEachClaimAndQueue() {
        // Half of the queues are for many producers, and half for many consumers.
        assertEquals(
                CLAIMS_OF_ALL * QUEUES + QUEUES / 2 + QUEUES / 2 + BROADCAST + LITMUS + MAP,
                TestList.tests().size());
        for (String side : List.of(
                "ConcurrentOffersOfMpsc", "ConcurrentOffersOfMpmc", "ConcurrentPollsOfSpmc", "ConcurrentPollsOfMpmc")) {
            assertEquals(
                    5,
                    TestList.tests().stream()
                            .filter(name -> name.contains(side))
                            .count(),
                    side);
        }
    }

    @Test
    void whatAClaimForbidsIsComplainedAbout() throws Exception {
        TestInfo run = TestList.getInfo(Claim.class.getPackageName() + ".ResizeAgainstPollOfSpscArrayQueue");
        TestInfo other = TestList.getInfo(Claim.class.getPackageName() + ".ConcurrentOffersOfMpscArrayQueue");
        assertNotEquals(List.of(), ShortRun.complaints(other, ShortRun.of(run)));
    }

    private static String simpleName(TestInfo test) {
        return test.name().substring(test.name().lastIndexOf('.') + 1);
    }
}
