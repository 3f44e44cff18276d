package io.millrace.concurrent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The processors of a machine, from the files of Linux under {@code /sys/devices/system} (kernel documentation,
 * "sysfs-devices-system-cpu" and "cputopology"). What a kernel or a container does not show counts as not shared, and
 * as of node 0.
 */
final class ProcessorLayout {

    private ProcessorLayout() {}

    /**
     * Returns the processors that are online, in the order of their numbers; none where there is no such directory.
     *
     * @param system {@code /sys/devices/system}, or a copy of it
     * @throws UncheckedIOException if a file has a list of processors that cannot be read; the message names the file
     */
    static List<Processor> read(Path system) {
        Path cpus = system.resolve("cpu");
        BitSet online = list(cpus.resolve("online")).orElseGet(BitSet::new);
        BitSet isolated = list(cpus.resolve("isolated")).orElseGet(BitSet::new);
        List<Processor> processors = new ArrayList<>();
        List<BitSet> nodes = nodes(system.resolve("node"));
        for (int number : online.stream().toArray()) {
            Path cpu = cpus.resolve("cpu" + number);
            BitSet core = list(cpu.resolve("topology/core_cpus_list"))
                    .or(() -> list(cpu.resolve("topology/thread_siblings_list")))
                    .orElseGet(BitSet::new);
            core.set(number);
            BitSet cache = lastCache(cpu.resolve("cache"));
            cache.set(number);
            processors.add(new Processor(number, nodeOf(number, nodes), core, cache, isolated.get(number)));
        }
        return processors;
    }

    private static int nodeOf(int number, List<BitSet> nodes) {
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node).get(number)) {
                return node;
            }
        }
        return 0;
    }

    private static List<BitSet> nodes(Path directory) {
        List<BitSet> nodes = new ArrayList<>();
        for (int node : list(directory.resolve("online")).orElseGet(BitSet::new).stream()
                .toArray()) {
            while (nodes.size() < node) {
                nodes.add(new BitSet());
            }
            nodes.add(list(directory.resolve("node" + node).resolve("cpulist")).orElseGet(BitSet::new));
        }
        return nodes;
    }

    /** Returns the processors that share the cache of the highest level; none where no cache is shown. */
    private static BitSet lastCache(Path caches) {
        BitSet shared = new BitSet();
        int highest = 0;
        try (DirectoryStream<Path> indexes = Files.newDirectoryStream(caches, "index[0-9]*")) {
            for (Path index : indexes) {
                int level = list(index.resolve("level")).orElseGet(BitSet::new).length() - 1;
                if (level > highest) {
                    highest = level;
                    shared = list(index.resolve("shared_cpu_list")).orElseGet(BitSet::new);
                }
            }
        } catch (IOException e) {
            return new BitSet(); // the directory is not there
        }
        return shared;
    }

    /** Returns the numbers of a file such as {@code 0-3,8}; empty where there is no such file. */
    private static Optional<BitSet> list(Path file) {
        String text;
        try {
            text = Files.readString(file).strip();
        } catch (IOException e) {
            return Optional.empty(); // not there, or the kernel does not know
        }
        try {
            return Optional.of(parse(text));
        } catch (NumberFormatException e) {
            throw new UncheckedIOException(
                    new IOException("cannot read the list of processors file=" + file + " text=" + text, e));
        }
    }

    /**
     * Returns the numbers of a list of the kernel, such as {@code 0-3,8}.
     *
     * @throws NumberFormatException if the text is no such list
     */
    static BitSet parse(String text) {
        BitSet numbers = new BitSet();
        if (text.isEmpty()) {
            return numbers;
        }
        for (String range : text.split(",", -1)) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            if (first < 0 || last < first || last > Short.MAX_VALUE) {
                throw new NumberFormatException("range=" + range);
            }
            numbers.set(first, last + 1);
        }
        return numbers;
    }
}
