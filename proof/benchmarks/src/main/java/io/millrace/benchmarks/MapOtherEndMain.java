package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The second process of the map suite: {@code MapOtherEndMain WORKLOAD DIRECTORY ENTRIES}. It takes orders by its
 * standard input as {@link OtherEndMain} does: {@code fill} puts all keys, {@code open} opens the store for reading,
 * and {@code read NS} reads zipfian keys for so long and answers with the rate in millions a second.
 */
public final class MapOtherEndMain {
    private final MapWorkload workload;
    private final Path directory;
    private final int entries;
    private final int[] chosen;
    private KeyValueStore store;

    private MapOtherEndMain(MapWorkload workload, Path directory, int entries) {
        this.workload = workload;
        this.directory = directory;
        this.entries = entries;
        this.chosen = MapWorkload.zipfian(entries, 5);
    }

    /**
     * Serves until the parent ends.
     *
     * @param args the class of the workload, the directory, the number of entries
     * @throws Exception any failure
     */
    public static void main(String[] args) throws Exception {
        MapWorkload workload = Class.forName(args[0])
                .asSubclass(MapWorkload.class)
                .getDeclaredConstructor()
                .newInstance();
        MapOtherEndMain main = new MapOtherEndMain(workload, Path.of(args[1]), Integer.parseInt(args[2]));
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            System.out.println(OtherEndMain.ANSWER + main.serve(order.split(" ")));
            System.out.flush();
        }
        System.exit(0); // libraries may have left threads that are not daemons
    }

    private Object serve(String[] words) throws IOException {
        return switch (words[0]) {
            case "fill" -> {
                store = workload.open(directory, entries);
                workload.fill(store, entries);
                store.settle();
                yield "filled";
            }
            case "open" -> {
                store = workload.openReader(directory, entries);
                yield "open";
            }
            case "read" -> workload.mix(store, chosen, 0, Long.parseLong(words[1]));
            default -> throw new BenchmarkException("order is not known order=" + words[0]);
        };
    }
}
