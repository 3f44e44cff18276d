package io.millrace.leaks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What one test class takes. {@link #end} adds a line to {@code PID.tsv}: the name of the class, then, in milliseconds,
 * its time, its processor time with that of the processes that it started and that have ended, and its wait for the
 * lane, with a tab between them. Where there is no {@code /proc}, the processor time is 0.
 */
record ClassTimes(Path directory, String name, long waitedMs, long startNs, long startCpuMs) {

    private static final Path STAT = Path.of("/proc/self/stat");
    private static final long TICK_MS = 10; // Linux counts in hundredths of a second for every program
    private static final int FIRST_OF_FOUR = 11; // utime, stime, cutime, cstime: 14 to 17 of proc_pid_stat(5)

    static ClassTimes begin(Path directory, String name, long waitedMs) {
        return new ClassTimes(directory, name, waitedMs, System.nanoTime(), processorMs());
    }

    void end() throws IOException {
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        Files.createDirectories(directory);
        Files.writeString(
                directory.resolve(ProcessHandle.current().pid() + ".tsv"),
                String.join(
                        "\t",
                        List.of(
                                name,
                                Long.toString(tookMs),
                                Long.toString(processorMs() - startCpuMs),
                                Long.toString(waitedMs) + "\n")),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static long processorMs() {
        String stat;
        try {
            stat = Files.readString(STAT);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the processor time file=" + STAT, e);
        }
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = 0;
        for (int field = FIRST_OF_FOUR; field < FIRST_OF_FOUR + 4; field++) {
            ticks += Long.parseLong(fields[field]);
        }
        return ticks * TICK_MS;
    }
}
