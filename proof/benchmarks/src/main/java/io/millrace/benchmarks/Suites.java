package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
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
                MethodSuite.suite(),
                WireSuite.suite(),
                GrowthSuite.suite(),
                QueueSuites.queues(),
                QueueSuites.bursts(),
                QueueSuites.pairs(),
                TransactionSuite.suite(effort),
                NetSuite.suite(),
                ClientsSuite.suite(),
                PortsSuite.suite(),
                ReplicationSuite.suite(effort),
                FixSuite.suite(effort),
                MapSuite.suite(),
                LedgerSuite.suite(effort));
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
