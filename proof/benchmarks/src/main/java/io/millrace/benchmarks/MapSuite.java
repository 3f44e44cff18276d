package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.List;
import java.util.stream.Stream;

/** The suite of persisted maps: its cases and its sides. */
final class MapSuite {
    static final String NAME = "map";

    static final String IMPORT = "bulk import";
    static final String GET = "get";
    static final String GET_ALLOCATED = "get into an array, allocated";
    static final String PUT = "put";
    static final String YCSB_B = "YCSB B";
    static final String YCSB_B_TWO = "YCSB B two processes";
    static final String OPEN = "open after kill";
    static final String OPEN_CPU = "open after kill, processor time";
    static final String SPACE = "disk per live byte after overwrites";

    private MapSuite() {}

    static Suite suite() {
        return new Suite(
                NAME,
                "a million keys of 40 B with values of 200 B (smoke: 4,000); puts survive the death of"
                        + " the process; no side forces them; MVStore loses its last second; get: one thread, keys"
                        + " in random order, processor time; put: of keys that exist, processor time of all threads,"
                        + " which is counted in steps of 10 ms; YCSB B: 95 % gets and 5 % puts of zipfian keys"
                        + " (0.99) by one thread, or 90 % and 10 % by one and only gets by a second process, both"
                        + " together; disk: allocated blocks by bytes of keys and values, after as many random puts"
                        + " as there are keys; sides that one process alone can open have no case of two",
                cases(),
                new Side(Suites.OURS, MillraceMapWorkload.class, List.of()),
                List.of(
                        new Side(
                                ChronicleMapWorkload.NAME,
                                ChronicleMapWorkload.class,
                                Stream.concat(
                                                ChronicleSettings.jvmFlags().stream(),
                                                Stream.of("-Xlog:disable", "-Xlog:all=error:stderr"))
                                        .toList(),
                                cases()),
                        new Side(
                                LmdbMapWorkload.NAME,
                                LmdbMapWorkload.class,
                                List.of(
                                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                                        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                                        "--enable-native-access=ALL-UNNAMED",
                                        "--sun-misc-unsafe-memory-access=allow"),
                                cases()),
                        new Side(
                                RocksMapWorkload.NAME,
                                RocksMapWorkload.class,
                                List.of("--enable-native-access=ALL-UNNAMED"),
                                ofOneProcess()),
                        new Side(MvStoreMapWorkload.NAME, MvStoreMapWorkload.class, List.of(), ofOneProcess())));
    }

    static List<BenchmarkCase> cases() {
        return Stream.concat(ofOneProcess().stream(), Stream.of(BenchmarkCase.millionsPerSecond(YCSB_B_TWO)))
                .toList();
    }

    private static List<BenchmarkCase> ofOneProcess() {
        return List.of(
                BenchmarkCase.millionsPerSecond(IMPORT),
                BenchmarkCase.nanoseconds(GET),
                BenchmarkCase.allocated(GET_ALLOCATED),
                BenchmarkCase.nanoseconds(PUT),
                BenchmarkCase.millionsPerSecond(YCSB_B),
                new BenchmarkCase(OPEN, "ms", Better.LOWER, OPEN),
                new BenchmarkCase(OPEN_CPU, "ms", Better.LOWER, OPEN_CPU),
                new BenchmarkCase(SPACE, "times", Better.LOWER, SPACE));
    }
}
