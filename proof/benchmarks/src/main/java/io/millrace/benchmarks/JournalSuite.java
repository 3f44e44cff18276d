package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The journal suite: its cases, whose names are fixed so that runs can be compared over the years, and its sides. */
final class JournalSuite {
    static final List<String> AERON_FLAGS = List.of(
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    /** Its buffers are filled by a class of the JDK that their library does not use by default on this JDK. */
    static final List<String> ARTEMIS_FLAGS =
            List.of("-Dio.netty.noUnsafe=false", "--sun-misc-unsafe-memory-access=allow");

    static final String NAME = "journal";

    /**
     * The cases of a quick run: all except those that write gigabytes, or fill memory first, which take longer than all
     * others together.
     */
    private static final Pattern QUICK =
            Pattern.compile("^(?!(" + SustainedAppend.CASE + "|open after kill [0-9]+ GB)$)");

    private JournalSuite() {}

    /** Returns the suite without the cases that take long, which users request by name. */
    static Suite quick() {
        return suite().only(List.of(QUICK));
    }

    static Suite suite() {
        return new Suite(
                NAME,
                "one thread appends to a new log and reads it back, at full speed, in rounds; one thread appends on a"
                        + " schedule and another reads, latency from the intended start; 4 writers are 2 threads in"
                        + " each of 2 processes",
                cases(),
                new Side(Suites.OURS, MillraceJournalWorkload.class, List.of()),
                List.of(
                        new Side(
                                ChronicleSettings.NAME,
                                ChronicleJournalWorkload.class,
                                ChronicleSettings.jvmFlags(),
                                logCases()),
                        new Side("Aeron Archive 1.51", AeronArchiveWorkload.class, AERON_FLAGS, appendCases()),
                        new Side("Artemis journal 2.44", ArtemisJournalWorkload.class, ARTEMIS_FLAGS, artemisCases()),
                        new Side("FileChannel and device", FileChannelWorkload.class, List.of(), fileCases()),
                        new Side("memcpy to a mapping", MappingWorkload.class, List.of(), mappingCases())));
    }

    /** Returns all cases, as our side reports them. */
    static List<BenchmarkCase> cases() {
        List<BenchmarkCase> cases = new ArrayList<>(logCases());
        cases.add(BenchmarkCase.millionsPerSecond(MillraceJournalWorkload.ENCRYPTED));
        cases.addAll(syncedCases());
        cases.add(BenchmarkCase.nanoseconds(ReadAtIndex.CASE));
        return cases;
    }

    /** Returns the cases of every side that is a log like ours. */
    private static List<BenchmarkCase> logCases() {
        List<BenchmarkCase> cases = new ArrayList<>(appendCases());
        for (String read : List.of(JournalWorkload.READ_40, JournalWorkload.READ_256, JournalWorkload.READ_1024)) {
            cases.add(BenchmarkCase.millionsPerSecond(read));
        }
        cases.add(BenchmarkCase.millionsPerSecond(JournalWorkload.READ_VERIFIED_40)
                .against(JournalWorkload.READ_40));
        cases.addAll(latencyCases());
        cases.add(BenchmarkCase.nanoseconds(LookupTimes.LAST_INDEX));
        cases.add(BenchmarkCase.nanoseconds(LookupTimes.ATTACH));
        cases.add(BenchmarkCase.millionsPerSecond(FourWriters.CASE));
        cases.add(BenchmarkCase.millionsPerSecond(SustainedAppend.CASE));
        KilledWriter.cases().forEach(name -> cases.add(new BenchmarkCase(name, "ms", Better.LOWER, name)));
        return cases;
    }

    /** Returns the cases of latency; a side without checksums is compared with both of our readers. */
    private static List<BenchmarkCase> latencyCases() {
        List<BenchmarkCase> cases = new ArrayList<>();
        for (long rate : LatencyRounds.RATES) {
            for (String percentile : LatencyRounds.percentiles()) {
                String name = LatencyRounds.name(rate, percentile);
                cases.add(BenchmarkCase.nanoseconds(name));
                cases.add(BenchmarkCase.nanoseconds(LatencyRounds.unverified(rate, percentile))
                        .against(name));
            }
        }
        return cases;
    }

    private static List<BenchmarkCase> appendCases() {
        return AppendRounds.cases().stream()
                .map(BenchmarkCase::millionsPerSecond)
                .toList();
    }

    private static List<BenchmarkCase> syncedCases() {
        return SyncedWriters.cases().stream()
                .map(name -> new BenchmarkCase(name, "/s", Better.HIGHER, name))
                .toList();
    }

    private static List<BenchmarkCase> artemisCases() {
        List<BenchmarkCase> cases = new ArrayList<>(appendCases());
        cases.addAll(syncedCases());
        return cases;
    }

    /**
     * Returns the cases of the file: synced appends are compared with single forces of the device, and sustained
     * appends with its throughput.
     */
    private static List<BenchmarkCase> fileCases() {
        List<BenchmarkCase> cases = new ArrayList<>(appendCases());
        cases.add(BenchmarkCase.millionsPerSecond(SustainedAppend.CASE));
        syncedCases().forEach(synced -> cases.add(synced.against(FileChannelWorkload.DEVICE)));
        return cases;
    }

    private static List<BenchmarkCase> mappingCases() {
        List<BenchmarkCase> cases = new ArrayList<>(appendCases());
        cases.add(BenchmarkCase.millionsPerSecond(JournalWorkload.READ_40));
        cases.addAll(latencyCases());
        cases.add(BenchmarkCase.millionsPerSecond(SustainedAppend.CASE));
        cases.add(BenchmarkCase.millionsPerSecond(MillraceJournalWorkload.ENCRYPTED)
                .against(MappingWorkload.CIPHER));
        return cases;
    }
}
