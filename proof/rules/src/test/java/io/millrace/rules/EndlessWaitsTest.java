package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndlessWaitsTest {

    private static final String TESTS = "core/wire/src/test/java/io/millrace/wire/";

    private static String method(String statement) {
        return "class ATest {\n  void a() {\n    " + statement + "\n  }\n}\n";
    }

    @Test
    void aMethodThatWaitsForAnyConditionIsFound() {
        String code = """
                class ATest {
                    static void await(BooleanSupplier condition) {
                        while (!condition.getAsBoolean()) {
                            LockSupport.parkNanos(1_000_000);
                        }
                    }
                }
                """;
        assertFound(new EndlessWaits(), "ATest.java:3: wait with Await.until", file(TESTS + "ATest.java", code));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (size() < 3) { Thread.sleep(1); }",
                "while (size() < 3) { TimeUnit.MILLISECONDS.sleep(1); }",
                "while (size() < 3) { Thread.onSpinWait(); }",
                "while (size() < 3) Thread.onSpinWait();",
                "while (size() < 3) { System.gc(); Thread.yield(); }",
                "while (size() < 3) { assertTrue(process.isAlive()); Thread.sleep(1); }",
                "while (size() < 3) { assertEquals(RUNNING, spare.await(Duration.ofMillis(5))); }",
                "do { Thread.sleep(1); } while (size() < 3);"
            })
    void loopsThatOnlyPauseAreFound(String loop) {
        assertFound(new EndlessWaits(), "ATest.java:3: wait", file(TESTS + "ATest.java", method(loop)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (System.nanoTime() < end) { Thread.onSpinWait(); }",
                "while (size() < 3) { assertTrue(System.nanoTime() < end); Thread.sleep(1); }",
                "while (!Thread.currentThread().isInterrupted()) { LockSupport.park(); }",
                "while (!queue.offer(element)) { Thread.onSpinWait(); }",
                "while (size() < 3) { add(); Thread.sleep(1); }",
                "while (next()) { assertTrue(size() < 3); }"
            })
    void loopsThatEndOrDoSomethingPass(String loop) {
        assertClean(new EndlessWaits(), file(TESTS + "ATest.java", method(loop)));
    }

    @Test
    void otherCodeMayWait() {
        assertClean(new EndlessWaits(), file(Sample.WIRE + "A.java", method("while (isBusy()) { Thread.yield(); }")));
    }
}
