package io.millrace.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@link Server} in a process of its own, beside the fork that measures it. For one thread. */
public final class ServerProcess implements AutoCloseable {

    private static final long START_S = 120;
    private static final long CLOSE_S = 5;
    private static final int TAIL_LINES = 30;
    private static final String LOG = "server.log";
    private static final String ANONYMOUS = "RssAnon:";

    private final Process process;
    private final BufferedReader answers;
    private final Path log;
    private final String name;
    private int port;

    /**
     * What the threads of a server have done.
     *
     * @param allocatedBytes what all threads have allocated since the start
     * @param threads how many live
     */
    public record Usage(long allocatedBytes, int threads) {}

    private ServerProcess(Process process, Path log, String name) {
        this.process = process;
        this.log = log;
        this.name = name;
        answers = process.inputReader();
    }

    /**
     * Starts a server and waits until it listens.
     *
     * @param jvm flags of its JVM, the class path included
     * @param server the name of its class
     * @param directory an empty directory
     * @throws BenchmarkException if it ends, or does not listen in time; with the last lines that it printed
     */
    public static ServerProcess start(List<String> jvm, String server, Path directory, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.add(ServerMain.class.getName());
        command.add(server);
        command.add(Files.createDirectory(directory.resolve("data")).toString());
        command.addAll(arguments);
        Path log = directory.resolve(LOG);
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(log.toFile())
                .start();
        ServerProcess started = new ServerProcess(process, log, server);
        try {
            started.port = Integer.parseInt(started.answer());
            return started;
        } catch (IOException | InterruptedException | RuntimeException e) {
            started.kill();
            throw e;
        }
    }

    private String answer() throws IOException, InterruptedException {
        CompletableFuture<String> line = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("server-answer").start(() -> {
            try {
                line.complete(answers.readLine());
            } catch (IOException e) {
                line.completeExceptionally(e);
            }
        });
        String answer;
        try {
            answer = line.get(START_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new BenchmarkException("a server does not answer " + state(), e);
        }
        if (answer == null) {
            throw new BenchmarkException("a server has ended " + state());
        }
        return answer;
    }

    /** Returns the port of the loopback address at which the server listens. */
    public int port() {
        return port;
    }

    /**
     * Returns what the server's threads have done so far.
     *
     * @throws BenchmarkException if it has ended or does not answer
     */
    public Usage usage() throws IOException, InterruptedException {
        process.outputWriter().append('\n').flush();
        String[] parts = answer().split(" ", -1);
        return new Usage(Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
    }

    /**
     * Returns how many bytes the process has that are no file: its heap, its stacks, what it has reserved outside.
     *
     * @throws IOException if the system does not say, or the process has ended
     */
    public long anonymousBytes() throws IOException {
        String line = Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(each -> each.startsWith(ANONYMOUS))
                .findFirst()
                .orElseThrow(() -> new IOException("the system does not say the memory of a process"));
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
    }

    /**
     * Returns the processor time of all threads of the process, those that compile and collect garbage included, in
     * nanoseconds; the system counts in hundredths of a second.
     *
     * @throws IOException if the system does not say, or the process has ended
     */
    public long processorNs() throws IOException {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IOException("the system does not say the processor time of a process"))
                .toNanos();
    }

    /** Returns the class of the server, and the last lines that it printed. */
    public String state() throws IOException {
        List<String> lines = Files.readAllLines(log);
        List<String> tail = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        return "server=" + name + " running=" + process.isAlive() + System.lineSeparator()
                + String.join(System.lineSeparator(), tail);
    }

    /** Ends the process, with force if it does not end by itself. */
    @Override
    public void close() throws IOException {
        try {
            process.outputWriter().close();
            var _ = process.waitFor(CLOSE_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
    }

    private void kill() {
        process.destroyForcibly().onExit().join();
    }
}
