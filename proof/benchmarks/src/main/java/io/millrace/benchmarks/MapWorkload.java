package io.millrace.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.harness.BatchTimes;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The steps of the map suite, the same for every side. Each value that is read is checked for its key. */
abstract class MapWorkload implements Workload {
    private static final int BATCH = 1 << 12;
    private static final long QUICK_MS = 1_500;
    private static final int CHOICES = 1 << 20;
    private static final int MOST_ENTRIES = 1_000_000;
    /** The steps in which the system counts processor time. */
    private static final long CPU_STEP_NS = 10_000_000;

    private static final long LEAST_CPU_NS = 5 * CPU_STEP_NS;
    private static final double NS_PER_MICRO = 1e3;

    /** The stages; no side starts one before the others have ended the one before. */
    private static final int IMPORT_STAGE = 0;

    private static final int SINGLE_STAGE = 1;
    private static final int MIXED_STAGE = 2;
    private static final int TWO_STAGE = 3;
    private static final int OPEN_STAGE = 4;

    private final MapKeys keys = new MapKeys();
    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final byte[] reuse = new byte[KeyValueStore.VALUE_BYTES];
    private int entries;
    private int next;

    /** Opens a store for writing, and creates it where there is none; after a kill it is recovered. */
    abstract KeyValueStore open(Path directory, int entries) throws IOException;

    /** Opens a store for reading while another process writes. */
    abstract KeyValueStore openReader(Path directory, int entries) throws IOException;

    /** Returns whether a second process can open the store meanwhile. */
    abstract boolean isShared();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        entries = Math.min(MOST_ENTRIES, effort.roundMessages() / 5);
        imports(effort, directory, figures);
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            Path data = fresh.path();
            try (KeyValueStore store = open(data, entries)) {
                fill(store, entries);
                single(effort, store, figures);
                mixed(effort, store, figures);
                if (isShared()) {
                    twoProcesses(effort, store, data, figures);
                }
                space(store, data, figures);
            }
        }
        kill(effort, directory, figures);
    }

    /** Puts all keys in the order of their numbers. */
    final void fill(KeyValueStore store, int count) {
        for (int i = 0; i < count; i++) {
            store.put(keys.key(i), keys.value(i, 0));
        }
    }

    private void imports(Effort effort, Path directory, Figures figures) throws IOException {
        if (!figures.isWanted(MapSuite.IMPORT)) {
            return;
        }
        Turn.stage(IMPORT_STAGE);
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < 1 + effort.measuredRounds(); i++) {
            Turn.next();
            try (WorkDirectory fresh = WorkDirectory.create(directory);
                    KeyValueStore store = open(fresh.path(), entries)) {
                long startNs = System.nanoTime();
                fill(store, entries);
                store.settle();
                if (i > 0) {
                    rates.add(entries / (double) (System.nanoTime() - startNs) * NS_PER_MICRO);
                }
            }
        }
        figures.report(MapSuite.IMPORT, rates);
    }

    private void single(Effort effort, KeyValueStore store, Figures figures) {
        if (!figures.isWanted(MapSuite.GET, MapSuite.GET_ALLOCATED, MapSuite.PUT)) {
            return;
        }
        Turn.stage(SINGLE_STAGE);
        int[] chosen = MapKeys.uniform(entries, CHOICES, 1);
        BatchTimes times = new BatchTimes(BATCH, effort, QUICK_MS);
        Runnable gets = () -> {
            for (int i = 0; i < BATCH; i++) {
                get(store, chosen[next++ & CHOICES - 1]);
            }
        };
        times.warmUp(gets);
        figures.report(MapSuite.GET, times.nanoseconds(gets));
        figures.report(MapSuite.GET_ALLOCATED, times.allocated(gets));
        figures.report(MapSuite.PUT, puts(effort, store, chosen));
    }

    private List<Double> puts(Effort effort, KeyValueStore store, int[] chosen) {
        List<Double> times = new ArrayList<>();
        for (int round = 0; round < 1 + Math.max(3, effort.measuredRounds()); round++) {
            Turn.next();
            long puts = 0;
            long startNs = process.getProcessCpuTime();
            long elapsedNs;
            do {
                for (int i = 0; i < entries / 4; i++) {
                    int number = chosen[next++ & CHOICES - 1];
                    store.put(keys.key(number), keys.value(number, round));
                }
                store.settle();
                puts += entries / 4;
                elapsedNs = process.getProcessCpuTime() - startNs;
            } while (elapsedNs < LEAST_CPU_NS);
            if (round > 0) {
                times.add(elapsedNs / (double) puts);
            }
        }
        return times;
    }

    private void get(KeyValueStore store, int number) {
        byte[] value = store.get(keys.key(number), reuse);
        if (value == null || MapKeys.number(value) != number) {
            throw new BenchmarkException("a value is missing or of another key key=" + number + " value="
                    + (value == null ? "none" : MapKeys.number(value)));
        }
    }

    /** Performs gets and puts by choices for a time, and returns how many millions a second. */
    final double mix(KeyValueStore store, int[] chosen, int putEvery, long forNs) {
        long operations = 0;
        long startNs = System.nanoTime();
        long elapsedNs;
        do {
            for (int i = 0; i < 256; i++) {
                int number = chosen[next++ & CHOICES - 1];
                if (putEvery > 0 && next % putEvery == 0) {
                    store.put(keys.key(number), keys.value(number, operations));
                } else {
                    get(store, number);
                }
            }
            operations += 256;
            elapsedNs = System.nanoTime() - startNs;
        } while (elapsedNs < forNs);
        return operations / (double) elapsedNs * NS_PER_MICRO;
    }

    /** Returns the zipfian choices among so many entries. */
    static int[] zipfian(int entries, long seed) {
        return MapKeys.zipfian(entries, CHOICES, seed);
    }

    private void mixed(Effort effort, KeyValueStore store, Figures figures) {
        if (!figures.isWanted(MapSuite.YCSB_B)) {
            return;
        }
        Turn.stage(MIXED_STAGE);
        int[] chosen = zipfian(entries, 2);
        List<Double> rates = new ArrayList<>();
        for (int round = 0; round < 1 + effort.measuredRounds(); round++) {
            Turn.next();
            double rate = mix(store, chosen, 20, effort.latencyNs() / 2);
            if (round > 0) {
                rates.add(rate);
            }
        }
        figures.report(MapSuite.YCSB_B, rates);
    }

    private void twoProcesses(Effort effort, KeyValueStore store, Path data, Figures figures) throws IOException {
        if (!figures.isWanted(MapSuite.YCSB_B_TWO)) {
            return;
        }
        Turn.stage(TWO_STAGE);
        int[] chosen = zipfian(entries, 3);
        List<Double> rates = new ArrayList<>();
        try (OtherEnd other = otherEnd(data)) {
            other.ask("open");
            for (int round = 0; round < 1 + effort.measuredRounds(); round++) {
                Turn.next();
                long forNs = effort.latencyNs() / 2;
                CompletableFuture<String> read = ask(other, "read " + forNs);
                double rate = mix(store, chosen, 10, forNs);
                rate += Double.parseDouble(read.join());
                if (round > 0) {
                    rates.add(rate);
                }
            }
        }
        figures.report(MapSuite.YCSB_B_TWO, rates);
    }

    private static CompletableFuture<String> ask(OtherEnd other, String order) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return other.ask(order);
            } catch (IOException e) {
                throw new BenchmarkException("the second process has failed order=" + order, e);
            }
        });
    }

    private OtherEnd otherEnd(Path data) throws IOException {
        return OtherEnd.start(
                MapOtherEndMain.class, List.of(getClass().getName(), data.toString(), Integer.toString(entries)));
    }

    private void space(KeyValueStore store, Path data, Figures figures) throws IOException {
        if (!figures.isWanted(MapSuite.SPACE)) {
            return;
        }
        int[] chosen = MapKeys.uniform(entries, entries, 4);
        for (int number : chosen) {
            store.put(keys.key(number), keys.value(number, 4));
        }
        store.settle();
        long live = (long) entries * (KeyValueStore.KEY_BYTES + KeyValueStore.VALUE_BYTES);
        figures.report(MapSuite.SPACE, allocatedBytes(data) / (double) live);
    }

    /** Returns the bytes of the blocks that the files of a directory have; files may be sparse. */
    private static long allocatedBytes(Path directory) throws IOException {
        Process du = new ProcessBuilder("du", "-s", "--block-size=1", directory.toString()).start();
        String line = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Long.parseLong(line, 0, line.indexOf('\t'), 10);
    }

    private void kill(Effort effort, Path directory, Figures figures) throws Exception {
        if (!figures.isWanted(MapSuite.OPEN, MapSuite.OPEN_CPU)) {
            return;
        }
        Turn.stage(OPEN_STAGE);
        List<Double> wallMs = new ArrayList<>();
        List<Double> processorMs = new ArrayList<>();
        for (int round = 0; round < effort.measuredRounds(); round++) {
            Turn.next();
            try (WorkDirectory fresh = WorkDirectory.create(directory)) {
                try (OtherEnd other = otherEnd(fresh.path())) {
                    other.ask("fill");
                    other.kill();
                }
                long startNs = System.nanoTime();
                long startCpuNs = process.getProcessCpuTime();
                try (KeyValueStore store = open(fresh.path(), entries)) {
                    get(store, entries - 1);
                    wallMs.add((System.nanoTime() - startNs) / (double) TimeUnit.MILLISECONDS.toNanos(1));
                    long cpuNs = Math.max(CPU_STEP_NS, process.getProcessCpuTime() - startCpuNs);
                    processorMs.add(cpuNs / (double) TimeUnit.MILLISECONDS.toNanos(1));
                    for (int number = 0; number < entries; number++) {
                        get(store, number);
                    }
                }
            }
        }
        figures.report(MapSuite.OPEN, wallMs);
        figures.report(MapSuite.OPEN_CPU, processorMs);
    }
}
