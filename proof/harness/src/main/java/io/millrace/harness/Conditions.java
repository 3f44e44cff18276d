package io.millrace.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a reader must know to judge the figures, as names and values in the order of the report.
 *
 * @param values the conditions
 */
public record Conditions(Map<String, String> values) {
    /** Copies the values, keeping their order. */
    public Conditions {
        values = new LinkedHashMap<>(values);
    }

    @Override
    public Map<String, String> values() {
        return new LinkedHashMap<>(values);
    }

    /** Reads the conditions of this machine and JVM for the directory in which benchmarks work. */
    public static Conditions of(Path directory) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("cpu", cpuModel());
        values.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        values.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        values.put("jdk", System.getProperty("java.vendor.version") + " " + Runtime.version());
        values.put("file system", fileSystem(directory));
        values.put("load average at start", loadAverage());
        return new Conditions(values);
    }

    public Conditions with(String name, String value) {
        Map<String, String> more = values();
        more.put(name, value);
        return new Conditions(more);
    }

    public static String loadAverage() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "not known" : String.format(Locale.ROOT, "%.2f", load);
    }

    private static String cpuModel() {
        Path cpus = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(cpus)) {
            return System.getProperty("os.arch");
        }
        try (var lines = Files.lines(cpus)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String fileSystem(Path directory) {
        try {
            var store = Files.getFileStore(directory);
            return store.type() + " on " + store.name()
                    + (DeviceStream.isDirect(directory) ? "" : ", no direct writes");
        } catch (IOException e) {
            throw new UncheckedIOException("the file system is unknown directory=" + directory, e);
        }
    }
}
