package io.millrace.benchmarks;

import io.millrace.benchmarks.GroupCommitLog.Forcer;
import io.millrace.benchmarks.SyncedWriters.Kind;
import io.millrace.benchmarks.SyncedWriters.Writers;
import io.millrace.harness.Effort;
import io.millrace.harness.ForcedFile.Way;
import io.millrace.harness.WorkDirectory;
import io.millrace.measure.Statistics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How many messages per second threads append if they wait for the device after each, by the way in which a file is
 * forced and by the thread that forces it; compared with the journal itself and with 4 KiB that one thread writes and
 * forces repeatedly. All are measured in turns, and the median of the rounds counts.
 */
final class SyncMethods {
    static final String NAME = "sync-ways";

    private static final String JOURNAL = "the journal";
    private static final String DEVICE = FileChannelWorkload.DEVICE;

    private static final List<Writers> WRITERS = List.of(
            new Writers(1, Kind.PLATFORM),
            new Writers(100, Kind.PLATFORM),
            new Writers(400, Kind.PLATFORM),
            new Writers(1, Kind.VIRTUAL),
            new Writers(100, Kind.VIRTUAL),
            new Writers(400, Kind.VIRTUAL));

    private final int rounds;
    private final long leadInNs;
    private final long durationNs;

    private SyncMethods(int rounds, long leadInMs, long durationMs) {
        this.rounds = rounds;
        this.leadInNs = leadInMs * 1_000_000;
        this.durationNs = durationMs * 1_000_000;
    }

    static SyncMethods of(Effort effort) {
        return switch (effort) {
            case SMOKE -> new SyncMethods(1, 5, 10);
            case QUICK -> new SyncMethods(3, 300, 500);
            case FULL -> new SyncMethods(7, 500, 2_000);
        };
    }

    /** Measures in a directory, and so on its file system, and returns the table. */
    String measure(Path directory) throws Exception {
        Map<String, SyncedLog.Opener> logs = new LinkedHashMap<>();
        logs.put(JOURNAL, MillraceSyncedLog::new);
        for (Way way : Way.values()) {
            for (Forcer forcer : Forcer.values()) {
                logs.put(way + ", by " + forcer, path -> GroupCommitLog.open(path, way, forcer));
            }
        }
        List<Double> device = new ArrayList<>();
        Map<String, Map<Writers, List<Double>>> rates = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Writers writers : WRITERS) {
                try (WorkDirectory fresh = WorkDirectory.create(directory)) {
                    device.add(FileChannelWorkload.forcedWrites(fresh.path().resolve("device"), durationNs));
                }
                for (Map.Entry<String, SyncedLog.Opener> log : logs.entrySet()) {
                    double rate = SyncedWriters.perSecond(log.getValue(), writers, leadInNs, durationNs, directory);
                    rates.computeIfAbsent(log.getKey(), any -> new LinkedHashMap<>())
                            .computeIfAbsent(writers, any -> new ArrayList<>())
                            .add(rate);
                }
            }
        }
        return table(Statistics.median(device), rates);
    }

    private static String table(double device, Map<String, Map<Writers, List<Double>>> rates) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-38s", "messages a second"));
        WRITERS.forEach(writers -> text.append(String.format(Locale.ROOT, "%14s", writers.text())));
        text.append(String.format(Locale.ROOT, "%n%-38s%,14.0f%n", DEVICE, device));
        rates.forEach((way, byWriters) -> {
            text.append(String.format(Locale.ROOT, "%-38s", way));
            WRITERS.forEach(writers ->
                    text.append(String.format(Locale.ROOT, "%,14.0f", Statistics.median(byWriters.get(writers)))));
            text.append(System.lineSeparator());
        });
        return text.toString();
    }
}
