package io.millrace.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Detects whether the JVM's compilers are working. The JVM counts the time of a compilation only when it has ended, and
 * compiling a large method takes longer than a window of a warm-up, so an unchanged count does not prove that they are
 * idle. On Linux the processor time of their threads does; elsewhere only the count is available. For one thread.
 */
final class CompilerActivity {
    private static final Path THREADS = Path.of("/proc/self/task");

    /** The greatest cost of waking up without work in a window. */
    private static final long IDLE_NS = 3_000_000;

    private long compiledMs = -1;
    private long threadsNs = -1;

    /** Returns whether the compilers had nothing to do since the last call; false the first time. */
    boolean wasIdle() {
        long nowMs = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
        long nowNs = threadsNs();
        // a thread that has ended no longer adds its time
        boolean idle = nowMs == compiledMs && nowNs - threadsNs <= IDLE_NS && nowNs >= threadsNs;
        compiledMs = nowMs;
        threadsNs = nowNs;
        return idle;
    }

    /** Returns the processor time of all living compiler threads, or 0 if the system does not tell. */
    static long threadsNs() {
        if (!Files.isDirectory(THREADS)) {
            return 0;
        }
        long sumNs = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (Path thread : threads) {
                sumNs += compilerNs(thread);
            }
        } catch (IOException e) {
            throw new BenchmarkException("the threads of this process cannot be read path=" + THREADS + " cause=" + e);
        }
        return sumNs;
    }

    private static long compilerNs(Path thread) {
        try {
            String name = Files.readString(thread.resolve("comm"));
            return name.startsWith("C1 Comp") || name.startsWith("C2 Comp")
                    ? Long.parseLong(
                            Files.readString(thread.resolve("schedstat")).split(" ", -1)[0])
                    : 0;
        } catch (IOException _) {
            return 0; // the thread ended meanwhile
        }
    }
}
