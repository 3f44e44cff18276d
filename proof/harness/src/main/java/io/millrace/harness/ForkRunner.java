package io.millrace.harness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the workload of each side in its own JVM.
 *
 * @param javaHome the JDK that runs the forks
 * @param classPath the class path of the forks
 * @param heap the maximum size of each heap, as an argument of the JVM; empty if the JVM chooses
 * @param limitNs the time for all forks; then they are ended, and those still running have failed
 */
public record ForkRunner(Path javaHome, String classPath, String heap, long limitNs) {
    private static final int TAIL_LINES = 30;
    private static final String FIGURES = "figures";
    private static final String OUTPUT = "output";

    /** Returns a runner of forks with the JDK and the class path of this process. */
    public static ForkRunner likeThisProcess() {
        return new ForkRunner(
                Path.of(System.getProperty("java.home")),
                absolute(System.getProperty("java.class.path")),
                "",
                TimeUnit.MINUTES.toNanos(10));
    }

    /** Returns a runner of forks with a heap of at most {@code size}. */
    public ForkRunner withHeap(String size) {
        return new ForkRunner(javaHome, classPath, size, limitNs);
    }

    /** Returns the maximum heap size of a fork; without a size of their own they choose as this process does. */
    String heapSize() {
        return heap.isEmpty() ? "at most " + (Runtime.getRuntime().maxMemory() >> 20) + "m" : "at most " + heap;
    }

    /** Makes the paths absolute, since forks have another working directory. */
    private static String absolute(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Runs a fork of each side to its end. All run at the same time, and one of them works while the others wait: they
     * take {@link Turn}s.
     *
     * @return the figures of each side, in the order of the sides
     * @throws BenchmarkException if one fails, with the last lines that it printed
     */
    public Map<Side, Figures> run(List<Side> sides, Effort effort, Path parentDirectory)
            throws IOException, InterruptedException {
        List<Fork> forks = new ArrayList<>();
        try (WorkDirectory directory = WorkDirectory.create(parentDirectory)) {
            try {
                for (Side side : sides) {
                    forks.add(start(
                            side, effort, Files.createDirectory(directory.path().resolve("" + forks.size()))));
                }
                new TurnScheduler(forks.stream().map(Fork::process).toList()).run(limitNs * sides.size());
                check(forks);
                Map<Side, Figures> figures = new LinkedHashMap<>();
                for (Fork fork : forks) {
                    figures.put(fork.side(), Figures.readFrom(fork.directory().resolve(FIGURES)));
                }
                return figures;
            } finally {
                for (Fork fork : forks) {
                    fork.process().destroyForcibly().waitFor();
                }
            }
        }
    }

    /** A process that was started for a side, and the directory of its own. */
    private record Fork(Side side, Process process, Path directory) {}

    private Fork start(Side side, Effort effort, Path directory) throws IOException {
        Path data = Files.createDirectory(directory.resolve("data"));
        Process process = new ProcessBuilder(command(side, effort, data, directory.resolve(FIGURES)))
                .directory(directory.toFile())
                .redirectError(directory.resolve(OUTPUT).toFile())
                .start();
        return new Fork(side, process, directory);
    }

    /** Checks the forks; the first failed one may be the reason why others have not ended. */
    private static void check(List<Fork> forks) throws IOException {
        for (Fork fork : forks) {
            if (!fork.process().isAlive() && fork.process().exitValue() != 0) {
                throw failed(fork, "failed exitValue=" + fork.process().exitValue());
            }
        }
        for (Fork fork : forks) {
            if (fork.process().isAlive()) {
                throw failed(fork, "did not end in time");
            }
        }
    }

    private List<String> command(Side side, Effort effort, Path data, Path results) {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        if (effort == Effort.SMOKE) {
            command.add("-XX:TieredStopAtLevel=1"); // a moment is too short for the optimizing compiler to pay
        }
        command.addAll(side.jvmFlags());
        if (!heap.isEmpty()) {
            command.add("-Xmx" + heap);
        }
        command.add("-cp");
        command.add(classPath);
        command.add(ForkMain.class.getName());
        command.add(side.workload().getName());
        command.add(effort.name());
        command.add(data.toString());
        command.add(results.toString());
        command.addAll(side.figures());
        return command;
    }

    private static BenchmarkException failed(Fork fork, String what) throws IOException {
        List<String> lines = Files.readAllLines(fork.directory().resolve(OUTPUT));
        List<String> tail = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        return new BenchmarkException("fork of " + fork.side().name() + " " + what + System.lineSeparator()
                + String.join(System.lineSeparator(), tail));
    }
}
