package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.List;

/** The suite of messages of FIX. */
final class FixSuite {

    static final String DECODE = "decode";
    static final String ALLOCATED = "decode, allocated";

    private FixSuite() {}

    static Suite suite() {
        return new Suite(
                "fix",
                "one thread finds messages NewOrderSingle with twelve fields in a buffer, one after another, checks"
                        + " length and checksum, and reads five values of each; no side validates by a dictionary;"
                        + " processor time of that thread",
                List.of(BenchmarkCase.nanoseconds(DECODE), BenchmarkCase.allocated(ALLOCATED)),
                new Side(Suites.OURS, MillraceFixWorkload.class, List.of()),
                List.of(new Side(PhiladelphiaFixWorkload.NAME, PhiladelphiaFixWorkload.class, List.of())));
    }
}
