package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The program of the writer processes of a fork: {@code WriterMain WORKLOAD WHAT DIRECTORY ...}. */
public final class WriterMain {
    /** The line by which a process reports that it is ready and waits for its parent. */
    static final String READY = "ready";

    private WriterMain() {}

    /**
     * Writes as the parent requests.
     *
     * @param args the class of the workload, what to do, the directory of the log, and further arguments for that
     * @throws Exception any failure
     */
    public static void main(String[] args) throws Exception {
        JournalWorkload workload = Class.forName(args[0])
                .asSubclass(JournalWorkload.class)
                .getDeclaredConstructor()
                .newInstance();
        Path log = Path.of(args[2]);
        if (args[1].equals("together")) {
            FourWriters.write(workload, log, Path.of(args[3]), Long.parseLong(args[4]), Long.parseLong(args[5]));
        } else {
            KilledWriter.write(workload, log, Long.parseLong(args[3]));
        }
        System.exit(0); // libraries may have left threads that are not daemons
    }

    /** Starts a process with the flags and the class path of this one. */
    static Process start(JournalWorkload workload, String what, Object... more) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(WriterMain.class.getName());
        command.add(workload.getClass().getName());
        command.add(what);
        for (Object argument : more) {
            command.add(argument.toString());
        }
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Reads up to a line, and ignores other lines, which libraries print. */
    static void expect(BufferedReader output, String expected) throws IOException {
        for (String line = output.readLine(); !expected.equals(line); line = output.readLine()) {
            if (line == null) {
                throw new BenchmarkException("a writer process ended too early expected=" + expected);
            }
        }
    }
}
