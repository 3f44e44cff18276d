package io.millrace.lanes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * Writes what the test classes of a build took into {@code target/test-times.txt} and prints the most important part.
 * {@code .ci/times} starts it from its source, so that it works before, after and without a build.
 */
public final class TestTimes {

    private static final String USAGE = "usage: .ci/times [--since SECONDS_SINCE_1970] [--record]";

    private TestTimes() {}

    /**
     * Runs the program; its arguments are the folder of the repository and the options that {@code .ci/times} explains.
     *
     * @param arguments the folder and the options
     * @throws IOException where a report or the recorded times cannot be read or written
     */
    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        long sinceMs = 0;
        boolean record = false;
        Iterator<String> options = List.of(arguments).listIterator(1);
        while (options.hasNext()) {
            String option = options.next();
            if (option.equals("--record")) {
                record = true;
            } else if (option.equals("--since") && options.hasNext()) {
                sinceMs = Long.parseLong(options.next()) * 1000;
            } else {
                System.err.println("unknown or incomplete option option=" + option + "; " + USAGE);
                System.exit(2);
            }
        }
        List<ClassTime> times = Reports.read(root, sinceMs);
        if (times.isEmpty()) {
            System.out.println("No test has run.");
            return;
        }
        Path recorded = root.resolve(".ci/test-times");
        Summary summary = new Summary(times, Reference.measureMs(), Profile.read(recorded));
        Path file = root.resolve("target/test-times.txt");
        Files.createDirectories(file.getParent());
        Files.write(file, summary.whole());
        summary.important().forEach(System.out::println);
        System.out.println("All modules and classes: " + file);
        if (record) {
            summary.renewed().write(recorded);
            System.out.println("Recorded in " + recorded);
        }
    }
}
