package io.millrace.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs one side's workload in a JVM of its own.
 *
 * @param javaHome the JDK that runs the forks
 * @param classPath the class path of the forks
 * @param limitNs the time after which a fork is ended and counts as failed
 */
record ForkRunner(Path javaHome, String classPath, long limitNs) {
    private static final int TAIL_LINES = 30;

    /** Forks run on the JDK and with the class path of this process. */
    static ForkRunner likeThisProcess() {
        return new ForkRunner(
                Path.of(System.getProperty("java.home")),
                absolute(System.getProperty("java.class.path")),
                TimeUnit.MINUTES.toNanos(10));
    }

    /** Forks have another working directory. */
    private static String absolute(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Runs a fork to its end.
     *
     * @throws BenchmarkException when it fails, with the last lines that it printed
     */
    Figures run(Side side, Effort effort, Path parentDirectory) throws IOException, InterruptedException {
        try (WorkDirectory directory = WorkDirectory.create(parentDirectory)) {
            Path data = Files.createDirectory(directory.path().resolve("data"));
            Path results = directory.path().resolve("figures");
            Path output = directory.path().resolve("output");
            Process process = new ProcessBuilder(command(side, effort, data, results))
                    .directory(directory.path().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                if (!process.waitFor(limitNs, TimeUnit.NANOSECONDS)) {
                    throw failed(side, "did not end in time: limitNs=" + limitNs, output);
                }
                if (process.exitValue() != 0) {
                    throw failed(side, "failed: exitValue=" + process.exitValue(), output);
                }
                return Figures.readFrom(results);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private List<String> command(Side side, Effort effort, Path data, Path results) {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(side.jvmFlags());
        command.add("-cp");
        command.add(classPath);
        command.add(ForkMain.class.getName());
        command.add(side.workload().getName());
        command.add(effort.name());
        command.add(data.toString());
        command.add(results.toString());
        return command;
    }

    private static BenchmarkException failed(Side side, String what, Path output) throws IOException {
        List<String> lines = Files.readAllLines(output);
        List<String> tail = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        return new BenchmarkException("fork of " + side.name() + " " + what + System.lineSeparator()
                + String.join(System.lineSeparator(), tail));
    }
}
