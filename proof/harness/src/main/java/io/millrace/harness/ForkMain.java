package io.millrace.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The program of a fork: {@code ForkMain WORKLOAD EFFORT DIRECTORY RESULTS [FIGURE...]}. A fork of several sides has
 * these arguments for each, with {@value #NEXT_SIDE} between them, and runs one after the other.
 */
public final class ForkMain {
    /** The argument between those of two sides. */
    static final String NEXT_SIDE = "--next-side";

    private static final int FAILED = 1;
    private static final int ORPHANED = 3;

    /** The index of the first argument that is the name of a figure. */
    private static final int WANTED = 4;

    private ForkMain() {}

    /**
     * Runs the workloads and writes their figures.
     *
     * @param args for each side the workload's class, the effort, the directory to work in, the file for the figures,
     *     and the names of the requested figures, if not all are
     * @throws Exception the exception of a workload
     */
    public static void main(String[] args) throws Exception {
        // with a status also where libraries have left threads that are not daemons
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {
            thread.getThreadGroup().uncaughtException(thread, e);
            System.exit(FAILED);
        });
        takeTurns();
        List<String> left = List.of(args);
        while (!left.isEmpty()) {
            int end = left.indexOf(NEXT_SIDE);
            run(end < 0 ? left : left.subList(0, end));
            left = end < 0 ? List.of() : left.subList(end + 1, left.size());
        }
        System.exit(0);
    }

    private static void run(List<String> args) throws Exception {
        Turn.next();
        Workload workload = Class.forName(args.get(0))
                .asSubclass(Workload.class)
                .getDeclaredConstructor()
                .newInstance();
        Effort effort = Effort.valueOf(args.get(1));
        Figures figures = new Figures(Set.copyOf(args.subList(WANTED, args.size())));
        JitterMeter.measure(effort).report(figures);
        workload.run(effort, Path.of(args.get(2)), figures);
        figures.writeTo(Path.of(args.get(3)));
    }

    /**
     * Connects the fork to its parent. The fork reports on standard output that it waits for its turn, so libraries
     * print elsewhere. A line on standard input grants the turn, and the end of standard input means that the parent
     * has ended.
     */
    private static void takeTurns() {
        Turn.takenWith(System.out);
        System.setOut(System.err);
        InputStream parent = System.in;
        Thread.ofPlatform().name("parent-watch").daemon().start(() -> {
            try {
                while (parent.read() >= 0) {
                    Turn.grant();
                }
            } catch (IOException e) {
                // halting below is the reaction to a broken pipe as well
            }
            Runtime.getRuntime().halt(ORPHANED);
        });
    }
}
