package io.millrace.net.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Processes that replicate, each with what it has printed, and what their journals hold. */
final class MemberProcesses implements AutoCloseable {

    private final Path scratch;
    private final List<Process> processes = new ArrayList<>();

    MemberProcesses(Path scratch) {
        this.scratch = scratch;
    }

    /** Starts a process in this network, and waits until it listens. */
    Process start(String... args) throws IOException {
        return start(List.of(), args);
    }

    /** Starts a process by a command in front of it, and waits until it listens. */
    Process start(List<String> before, String... args) throws IOException {
        Path log = scratch.resolve("log-" + processes.size());
        Process process = JavaCommand.millrace("replicate")
                .withArguments(args)
                .withFlags("-Xmx128m")
                .startedBy(before.toArray(String[]::new))
                .builder()
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        processes.add(process);
        awaitPrinted(process, "listening: ");
        return process;
    }

    /** Returns what a process has printed. */
    String printed(Process process) throws IOException {
        return Files.readString(scratch.resolve("log-" + processes.indexOf(process)));
    }

    /** Waits until a process has printed a text. */
    void awaitPrinted(Process process, String text) throws IOException {
        Await.until(
                "a process prints " + text,
                () -> {
                    boolean hasEnded = !process.isAlive();
                    String printed = printed(process);
                    assertTrue(!hasEnded || printed.contains(text), printed);
                    return printed.contains(text);
                },
                () -> "process=" + processes.indexOf(process));
    }

    static void kill(Process process) {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        processes.forEach(MemberProcesses::kill);
    }

    static String freeAddress() {
        return "127.0.0.1:" + FreePorts.next();
    }

    /** Returns the acknowledged messages of a journal. */
    static List<String> texts(Path directory) {
        List<String> texts = new ArrayList<>();
        if (Journal.exists(directory)) {
            try (Journal journal = Journal.openReadOnly(directory);
                    Tailer tailer = journal.tailer(TailerOptions.defaults().withMark(MarkPolicy.ALWAYS))) {
                while (tailer.read() == Read.MESSAGE) {
                    MemorySegment payload = tailer.segment().asSlice(tailer.offset(), tailer.length());
                    texts.add(new String(payload.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
                }
            }
        }
        return texts;
    }

    static void append(Appender appender, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        appender.append(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    /** Appends {@code mN} for each number from one up to before another. */
    static void appendNumbered(Appender appender, int from, int until) {
        for (int i = from; i < until; i++) {
            append(appender, "m" + i);
        }
    }

    static void awaitAcknowledged(int count, Path... directories) {
        for (Path directory : directories) {
            Await.until(
                    directory.getFileName() + " has " + count + " acknowledged messages",
                    () -> texts(directory).size() >= count,
                    () -> "acknowledged=" + texts(directory).size());
            assertEquals(count, texts(directory).size());
        }
    }

    static List<String> numbered(int count) {
        return Stream.iterate(0, i -> i + 1).limit(count).map(i -> "m" + i).toList();
    }
}
