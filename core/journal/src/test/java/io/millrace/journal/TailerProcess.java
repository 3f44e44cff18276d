package io.millrace.journal;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that reads a journal from its start to the last message and writes the texts to a file. */
final class TailerProcess implements AutoCloseable {

    /** The text of the last message. */
    static final String LAST = "last";

    private final Process process;
    private final Path output;

    private TailerProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static TailerProcess start(Path scratch, Path journal, String name) throws IOException {
        Path output = scratch.resolve("read-" + name);
        Process process = JavaCommand.of(TailerProcess.class, journal.toString(), output.toString())
                .builder()
                .redirectErrorStream(true)
                .redirectOutput(scratch.resolve("tailer-output-" + name).toFile())
                .start();
        return new TailerProcess(process, output);
    }

    List<String> awaitLast() throws IOException, InterruptedException {
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError("the tailer did not end well: process=" + process);
        }
        return Files.readAllLines(output);
    }

    long pid() {
        return process.pid();
    }

    /** Returns whether the process has a file mapped now. */
    boolean hasMapped(Path file) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/maps"), StandardCharsets.ISO_8859_1)
                    .contains(file.getFileName().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops the process, wherever it is, and waits until all its threads stand still: a signal takes effect later. */
    void stop() throws IOException {
        try {
            new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted: process=" + process, e);
        }
        Await.until("all threads of a process are stopped", this::isStopped);
    }

    private boolean isStopped() {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/task"))) {
            for (Path thread : threads) {
                String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /** Runs in the child process. */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (Journal journal = Journal.openReadOnly(Path.of(args[0]));
                Tailer tailer = journal.tailer()) {
            Files.write(Path.of(args[1]), BackgroundTailer.awaitText(tailer, LAST));
        }
    }
}
