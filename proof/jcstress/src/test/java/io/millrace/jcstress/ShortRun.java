package io.millrace.jcstress;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.StateCase;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.runners.CounterThread;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.SpinLoopStyle;
import org.openjdk.jcstress.util.Counter;

/**
 * Runs a test of jcstress in this process for a short time: the program of jcstress starts processes for every test,
 * which takes longer than the tests, and skips tests with more threads than processors.
 */
final class ShortRun {
    private static final int TIME_MS = 20;
    private static final int FOOTPRINT_MB = 64;

    /**
     * The threads synchronize after so many samples, so that they run at the same time at the beginning of each stride.
     */
    private static final int STRIDE_SIZE = 256;

    private static final int STRIDE_COUNT = 4;

    private ShortRun() {}

    /** Returns how often each state was seen. */
    static Map<String, Long> of(TestInfo test) throws ReflectiveOperationException, IOException, InterruptedException {
        Runner<?> runner = Class.forName(test.generatedRunner())
                .asSubclass(Runner.class)
                .getConstructor(ForkedTestConfig.class)
                .newInstance(config(test));
        Map<String, Long> states = new TreeMap<>();
        for (CounterThread<?> thread : runner.internalRun()) {
            thread.join();
            if (thread.throwable() != null) {
                throw new AssertionError("test=" + test.name(), thread.throwable());
            }
            count(thread.result(), states);
        }
        return states;
    }

    private static <R> void count(Counter<R> counter, Map<String, Long> states) {
        for (R result : counter.elementSet()) {
            states.merge(result.toString(), counter.count(result), Long::sum);
        }
    }

    /** Returns the states that the test forbids. */
    static List<String> complaints(TestInfo test, Map<String, Long> states) {
        List<String> complaints = new ArrayList<>();
        states.forEach((state, count) -> {
            if (expectation(test, state) == Expect.FORBIDDEN) {
                complaints.add("test=" + test.name() + " forbidden=" + state + " samples=" + count);
            }
        });
        if (states.isEmpty()) {
            complaints.add("test=" + test.name() + " samples=0");
        }
        return complaints;
    }

    private static Expect expectation(TestInfo test, String state) {
        for (StateCase one : test.cases()) {
            if (one.matchesExactly(state) || one.matches(state)) {
                return one.expect();
            }
        }
        return test.unmatched().expect();
    }

    /**
     * Reads a configuration in the form in which jcstress passes it to its processes, since only jcstress can create
     * one.
     */
    private static ForkedTestConfig config(TestInfo test) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream output = new DataOutputStream(bytes);
        output.writeInt(List.of(SpinLoopStyle.values()).indexOf(SpinLoopStyle.THREAD_YIELD));
        output.writeInt(TIME_MS);
        output.writeInt(1);
        output.writeUTF(test.generatedRunner());
        output.writeInt(FOOTPRINT_MB);
        output.writeInt(STRIDE_SIZE);
        output.writeInt(STRIDE_COUNT);
        output.writeBoolean(false);
        return new ForkedTestConfig(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }
}
