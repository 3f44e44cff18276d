package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process whose memory is limited writes and reads a journal of several times that. */
@Tag("process")
class LargerThanMemoryTest {

    private static final long LIMIT_BYTES = 96L << 20;

    /** Linux charges a group ahead for each processor, and notes the peak before it refuses. */
    private static final long CHARGE_BYTES = 1 << 20;

    private static final long JOURNAL_BYTES = 4 * LIMIT_BYTES + (16L << 20);
    private static final int MESSAGE_BYTES = 1000;

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"--enable-native-access=ALL-UNNAMED", "--illegal-native-access=deny"})
    void aJournalOfFourTimesTheMemoryIsWrittenAndRead(String nativeAccess) throws Exception {
        MemoryGroup group = MemoryGroup.make(LIMIT_BYTES).orElse(null);
        Assumptions.assumeTrue(
                group != null, "NOT TESTED: this process may make no memory control group, so nothing limits memory");
        Path output = dir.resolve("output");
        try (group) {
            List<String> command = group.inside(JavaCommand.of(
                            LargerThanMemoryTest.class, dir.resolve("journal").toString())
                    .withFlags(nativeAccess, "-XX:+UseSerialGC", "-Xmx24m")
                    .words());
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                assertTrue(process.waitFor(240, TimeUnit.SECONDS), () -> text(output));
            } finally {
                process.destroyForcibly().onExit().join();
            }
            assertEquals(0, process.exitValue(), () -> text(output));
            assertTrue(group.peakBytes() <= LIMIT_BYTES + CHARGE_BYTES, "peakBytes=" + group.peakBytes());
            assertTrue(group.peakBytes() > LIMIT_BYTES / 2, "it was in the group: peakBytes=" + group.peakBytes());
        }
        long bytes = 0;
        for (long number : SegmentName.list(dir.resolve("journal"))) {
            bytes += Files.size(SegmentName.file(dir.resolve("journal"), number));
        }
        assertTrue(bytes >= 4 * LIMIT_BYTES, "bytes=" + bytes);
    }

    private static String text(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Runs in the child process: writes, prints how long each quarter took, and reads all of it. */
    public static void main(String[] args) {
        MemorySegment message = MemorySegment.ofArray(new byte[MESSAGE_BYTES]);
        long count = JOURNAL_BYTES / MESSAGE_BYTES;
        List<Long> quarterMs = new ArrayList<>();
        try (Journal journal =
                Journal.open(Path.of(args[0]), JournalOptions.defaults().withSegmentSizeBytes(8 << 20))) {
            long startNs = System.nanoTime();
            try (Appender appender = journal.appender()) {
                for (long i = 0; i < count; i++) {
                    message.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, i);
                    appender.append(message, 0, MESSAGE_BYTES);
                    if (i % (count / 4) == count / 4 - 1) {
                        quarterMs.add((System.nanoTime() - startNs) / 1_000_000);
                    }
                }
            }
            System.out.println("written quarterMs=" + quarterMs);
            startNs = System.nanoTime();
            try (Tailer tailer = journal.tailer()) {
                for (long i = 0; i < count; i++) {
                    if (tailer.read() != Read.MESSAGE
                            || tailer.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, tailer.offset()) != i) {
                        throw new AssertionError("message=" + i);
                    }
                }
            }
            System.out.println("read ms=" + (System.nanoTime() - startNs) / 1_000_000);
        }
    }
}
