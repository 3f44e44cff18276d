package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Better;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How many HTTP requests our load generator and its peer send to the same server, in turns. */
final class LoadSuite {
    static final String NAME = "load";
    static final String SKIPPED =
            "the suite load is skipped: its peer wrk is not on the PATH (Debian and Ubuntu: apt-get install wrk)";

    /** The property with the address of the server, which the command of the suite has started. */
    static final String URL = "io.millrace.benchmarks.url";

    static final int CONNECTIONS = 16;
    static final String RATE = "GET 16 in flight";
    static final String P50 = "GET 16 in flight p50";
    static final String P99 = "GET 16 in flight p99";

    private static final String WRK = "wrk";

    private LoadSuite() {}

    /** Returns the suite for a server at an address. */
    static Suite suite(String url) {
        List<String> flags = List.of("-D" + URL + "=" + url);
        return new Suite(
                NAME,
                "one thread keeps 16 connections busy with GET requests, as fast as answers come, as load http: with"
                        + " --in-flight 16 and wrk -t1 -c16; one server for both, one thread of the process that runs"
                        + " the suite, shares the machine with them; times are those of the generators",
                List.of(
                        new BenchmarkCase(RATE, "k/s", Better.HIGHER, RATE),
                        new BenchmarkCase(P50, "us", Better.LOWER, P50),
                        new BenchmarkCase(P99, "us", Better.LOWER, P99)),
                new Side(Suites.OURS, MillraceLoadWorkload.class, flags),
                List.of(new Side(WRK, WrkWorkload.class, flags)));
    }

    /** Returns the peer's program, if this machine has it. */
    static Optional<Path> wrk() {
        String path = System.getenv("PATH");
        return Stream.of(path == null ? new String[0] : path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, WRK))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Returns the address of the server in a fork. */
    static String url() {
        String url = System.getProperty(URL);
        if (url == null) {
            throw new BenchmarkException("this workload needs a server property=" + URL);
        }
        return url;
    }
}
