package io.millrace.benchmarks;

import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.SparseRollCycles;

/** The settings of Chronicle Queue: those of its own throughput benchmark, without the optional checks. */
final class ChronicleSettings {
    /** The library and version as shown in reports; the version is the one in this module's pom. */
    static final String NAME = "Chronicle Queue 2026.4";

    private static final long BLOCK_BYTES = 1L << 30;

    private ChronicleSettings() {}

    /**
     * Returns the flags that its documentation requires since Java 17, further ones without which it fails or prints
     * warnings on Java 25, and switches for its analytics, its debug output and its tracing of resources.
     */
    static List<String> jvmFlags() {
        return List.of(
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.util=ALL-UNNAMED",
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
                "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
                "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dchronicle.analytics.disable=true",
                "-Ddisable.debug.info=true",
                "-Djvm.resource.tracing=false",
                "-Dslf4j.internal.verbosity=ERROR");
    }

    /** Opens a queue whose blocks are so large that few end within a run, and which rolls at most hourly. */
    static SingleChronicleQueue open(Path directory) {
        return SingleChronicleQueueBuilder.single(directory.toFile())
                .rollCycle(SparseRollCycles.LARGE_HOURLY_XSPARSE)
                .blockSize(BLOCK_BYTES)
                .checkInterrupts(false)
                .build();
    }
}
