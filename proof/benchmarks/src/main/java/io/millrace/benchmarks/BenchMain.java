package io.millrace.benchmarks;

/** Runs {@link BenchCommand} by itself. */
public final class BenchMain {
    private BenchMain() {}

    /**
     * Runs the command and exits with its code.
     *
     * @param args the command line after {@code bench}
     */
    public static void main(String[] args) {
        System.exit(BenchCommand.commandLine().execute(args));
    }
}
