package io.millrace.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** All suites, by name. */
final class Suites {
    static final String OURS = "Millrace";

    private Suites() {}

    static List<Suite> all() {
        return List.of(
                journal(),
                method(),
                WireSuite.suite(),
                QueueSuites.queues(),
                QueueSuites.bursts(),
                TransactionSuite.suite());
    }

    private static Suite journal() {
        return new Suite(
                "journal",
                "one thread appends to a new log and reads it back, at full speed, in rounds; one thread appends on a"
                        + " schedule and another reads, latency from the intended start",
                journalCases(),
                new Side(OURS, MillraceJournalWorkload.class, List.of()),
                List.of(new Side(
                        ChronicleSettings.NAME, ChronicleJournalWorkload.class, ChronicleSettings.jvmFlags())));
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

    /** Returns the cases of the journal suite, whose names are fixed so that runs can be compared over the years. */
    static List<BenchmarkCase> journalCases() {
        List<BenchmarkCase> cases = new ArrayList<>();
        cases.add(BenchmarkCase.millionsPerSecond(JournalWorkload.APPEND_40));
        cases.add(BenchmarkCase.millionsPerSecond(JournalWorkload.APPEND_256));
        cases.add(BenchmarkCase.millionsPerSecond(JournalWorkload.READ_40));
        cases.add(BenchmarkCase.millionsPerSecond(JournalWorkload.READ_VERIFIED_40)
                .against(JournalWorkload.READ_40));
        for (long rate : JournalWorkload.RATES) {
            for (String percentile : List.of("p50", "p99")) {
                cases.add(BenchmarkCase.nanoseconds(JournalWorkload.latencyCase(rate, percentile)));
            }
        }
        return cases;
    }

    /** Returns the cases of the method suite. */
    static List<BenchmarkCase> methodCases() {
        return List.of(BenchmarkCase.nanoseconds(MethodWorkload.P50), BenchmarkCase.nanoseconds(MethodWorkload.P99));
    }

    static Suite named(String name) {
        return all().stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BenchmarkException("no such suite: name=" + name + " known="
                        + all().stream().map(Suite::name).toList()));
    }
}
