package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.List;

/** The suite of calls that travel through durable queues. */
final class MethodSuite {

    private MethodSuite() {}

    static Suite suite() {
        return new Suite(
                "method",
                "one thread writes a SidedPrice call to a queue, reads it, and the component that combines it writes a"
                        + " TopOfBookPrice call to a second queue; the time of the whole, one message at a time",
                List.of(BenchmarkCase.nanoseconds(MethodWorkload.P50), BenchmarkCase.nanoseconds(MethodWorkload.P99)),
                new Side(Suites.OURS, MillraceMethodWorkload.class, List.of()),
                List.of(
                        new Side(ChronicleSettings.NAME, ChronicleMethodWorkload.class, ChronicleSettings.jvmFlags()),
                        new Side(
                                ChronicleSettings.NAME + " compact",
                                ChronicleCompactMethodWorkload.class,
                                ChronicleSettings.jvmFlags())));
    }
}
