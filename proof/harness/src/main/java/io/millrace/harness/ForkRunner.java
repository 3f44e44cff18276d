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
 * @param sharing which sides run in one JVM
 */
public record ForkRunner(Path javaHome, String classPath, String heap, long limitNs, Sharing sharing) {
    private static final int TAIL_LINES = 30;
    private static final String FIGURES = "figures";
    private static final String OUTPUT = "output";

    /** Which sides run in one JVM. */
    public enum Sharing {
        /** Each has its own, so that none changes what another measures. */
        NONE,
        /**
         * All whose flags do not set a property to different values, one after the other, except those of one workload
         * with different flags: this shows that they run, and no more.
         */
        WHERE_FLAGS_AGREE
    }

    /** Returns a runner of forks with the JDK and the class path of this process. */
    public static ForkRunner likeThisProcess() {
        return new ForkRunner(
                Path.of(System.getProperty("java.home")),
                absolute(System.getProperty("java.class.path")),
                "",
                TimeUnit.MINUTES.toNanos(10),
                Sharing.NONE);
    }

    /** Returns a runner of forks with a heap of at most {@code size}. */
    public ForkRunner withHeap(String size) {
        return new ForkRunner(javaHome, classPath, size, limitNs, sharing);
    }

    /** Returns a runner of as few forks as the flags of the sides allow. */
    public ForkRunner withSharedForks() {
        return new ForkRunner(javaHome, classPath, heap, limitNs, Sharing.WHERE_FLAGS_AGREE);
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
                for (ForkFlags group : ForkFlags.of(sides, sharing)) {
                    forks.add(start(
                            group,
                            effort,
                            Files.createDirectory(directory.path().resolve("" + forks.size()))));
                }
                new TurnScheduler(forks.stream().map(Fork::process).toList()).run(limitNs * sides.size());
                check(forks);
                Map<Side, Figures> figures = new LinkedHashMap<>();
                for (Side side : sides) {
                    figures.put(side, figures(side, forks));
                }
                return figures;
            } finally {
                for (Fork fork : forks) {
                    fork.process().destroyForcibly().waitFor();
                }
            }
        }
    }

    /** A process that was started for some sides, and the directory of its own. */
    private record Fork(List<Side> sides, Process process, Path directory) {
        Path figures(Side side) {
            return directory.resolve(FIGURES + sides.indexOf(side));
        }
    }

    private static Figures figures(Side side, List<Fork> forks) throws IOException {
        Fork fork = forks.stream()
                .filter(each -> each.sides().contains(side))
                .findFirst()
                .orElseThrow();
        return Figures.readFrom(fork.figures(side));
    }

    private Fork start(ForkFlags group, Effort effort, Path directory) throws IOException {
        List<String> command = command(group.flags(), effort);
        for (int i = 0; i < group.sides().size(); i++) {
            if (i > 0) {
                command.add(ForkMain.NEXT_SIDE);
            }
            Side side = group.sides().get(i);
            command.add(side.workload().getName());
            command.add(effort.name());
            command.add(Files.createDirectory(directory.resolve("data" + i)).toString());
            command.add(directory.resolve(FIGURES + i).toString());
            command.addAll(side.figures());
        }
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(directory.resolve(OUTPUT).toFile())
                .start();
        return new Fork(group.sides(), process, directory);
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

    private List<String> command(List<String> flags, Effort effort) {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        if (effort == Effort.SMOKE) {
            command.add("-XX:TieredStopAtLevel=1"); // a moment is too short for the optimizing compiler to pay
        }
        command.addAll(flags);
        if (!heap.isEmpty()) {
            command.add("-Xmx" + heap);
        }
        command.add("-cp");
        command.add(classPath);
        command.add(ForkMain.class.getName());
        return command;
    }

    private static BenchmarkException failed(Fork fork, String what) throws IOException {
        List<String> lines = Files.readAllLines(fork.directory().resolve(OUTPUT));
        List<String> tail = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        String names = fork.sides().stream().map(Side::name).collect(Collectors.joining(", "));
        return new BenchmarkException(
                "fork of " + names + " " + what + System.lineSeparator() + String.join(System.lineSeparator(), tail));
    }
}
