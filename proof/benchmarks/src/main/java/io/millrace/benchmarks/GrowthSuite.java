package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.ArrayList;
import java.util.List;

/** The suite of growing messages and of types that are used for the first time. */
final class GrowthSuite {
    static final String NAME = "growth";

    private GrowthSuite() {}

    static Suite suite() {
        return new Suite(
                NAME,
                "the first message of a type, written and read, in a fresh JVM, by the clock; then messages of 10, 100"
                        + " and 500 fields written and read again and again, by processor time of the one thread",
                cases(),
                new Side(Suites.OURS, MillraceGrowthWorkload.class, List.of()),
                List.of(
                        new Side(
                                "Chronicle Wire " + ChronicleWireWorkload.VERSION + " binary",
                                ChronicleGrowthWorkload.class,
                                ChronicleSettings.jvmFlags()),
                        new Side(
                                "Jackson " + JacksonWireWorkload.VERSION + " CBOR",
                                JacksonGrowthWorkload.class,
                                List.of())));
    }

    private static List<BenchmarkCase> cases() {
        List<BenchmarkCase> cases = new ArrayList<>();
        cases.add(BenchmarkCase.nanoseconds(GrowthWorkload.FIRST_MESSAGE));
        cases.add(BenchmarkCase.nanoseconds(GrowthWorkload.FIRST_USE));
        cases.add(BenchmarkCase.nanoseconds(GrowthWorkload.SLOWEST_USE));
        for (int fields : GrowthWorkload.FIELDS) {
            cases.add(BenchmarkCase.nanoseconds(GrowthWorkload.writeCase(fields)));
            cases.add(BenchmarkCase.nanoseconds(GrowthWorkload.readCase(fields)));
        }
        return cases;
    }
}
