package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.List;

/** All suites, by name. */
final class Suites {
    static final String OURS = "Millrace";

    private Suites() {}

    /** Returns all suites; with more effort one may have more cases. */
    static List<Suite> all(Effort effort) {
        return List.of(
                JournalSuite.suite(),
                method(),
                WireSuite.suite(),
                GrowthSuite.suite(),
                QueueSuites.queues(),
                QueueSuites.bursts(),
                QueueSuites.pairs(),
                TransactionSuite.suite(effort));
    }

    private static Suite method() {
        return new Suite(
                "method",
                "one thread writes a SidedPrice call to a queue, reads it, and the component that combines it writes a"
                        + " TopOfBookPrice call to a second queue; the time of the whole, one message at a time",
                methodCases(),
                new Side(OURS, MillraceMethodWorkload.class, List.of()),
                List.of(
                        new Side(ChronicleSettings.NAME, ChronicleMethodWorkload.class, ChronicleSettings.jvmFlags()),
                        new Side(
                                ChronicleSettings.NAME + " compact",
                                ChronicleCompactMethodWorkload.class,
                                ChronicleSettings.jvmFlags())));
    }

    /** Returns the cases of the method suite. */
    static List<BenchmarkCase> methodCases() {
        return List.of(BenchmarkCase.nanoseconds(MethodWorkload.P50), BenchmarkCase.nanoseconds(MethodWorkload.P99));
    }

    static Suite named(String name, Effort effort) {
        List<Suite> all = all(effort);
        return all.stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BenchmarkException("there is no such suite name=" + name + " known="
                        + all.stream().map(Suite::name).toList()));
    }
}
