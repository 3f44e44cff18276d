package io.millrace.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The program of a fork: {@code ForkMain WORKLOAD EFFORT DIRECTORY RESULTS [FIGURE...]}. */
public final class ForkMain {
    private static final int ORPHANED = 3;

    /** The index of the first argument that is the name of a figure. */
    private static final int WANTED = 4;

    private ForkMain() {}

    /**
     * Runs one workload and writes its figures.
     *
     * @param args the workload's class, the effort, the directory to work in, the file for the figures, and the
     *     names of the requested figures, if not all are
     * @throws Exception the exception of the workload
     */
    public static void main(String[] args) throws Exception {
        takeTurns();
        Turn.next();
        Workload workload = Class.forName(args[0])
                .asSubclass(Workload.class)
                .getDeclaredConstructor()
                .newInstance();
        Effort effort = Effort.valueOf(args[1]);
        Figures figures = new Figures(Set.copyOf(List.of(args).subList(WANTED, args.length)));
        JitterMeter.measure(effort).report(figures);
        workload.run(effort, Path.of(args[2]), figures);
        figures.writeTo(Path.of(args[3]));
        // libraries may have left threads that are not daemons
        System.exit(0);
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
