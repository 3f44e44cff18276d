package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process at the other end of a connection, which serves one round after the other, so that it is warm. */
final class OtherEnd implements AutoCloseable {
    private static final long END_SECONDS = 5;

    private final Process process;
    private final BufferedReader answers;
    private final Writer orders;

    private OtherEnd(Process process) {
        this.process = process;
        this.answers = process.inputReader();
        this.orders = process.outputWriter();
    }

    /** Starts the process, with the flags and the class path of this one. */
    static OtherEnd start() throws IOException {
        return start(OtherEndMain.class, List.of());
    }

    /** Starts a program that answers each line as {@link OtherEndMain} does. */
    static OtherEnd start(Class<?> program, List<String> arguments) throws IOException {
        return start(program, List.of(), arguments);
    }

    /** Starts a program whose JVM has further flags. */
    static OtherEnd start(Class<?> program, List<String> jvmFlags, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(jvmFlags);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(program.getName());
        command.addAll(arguments);
        return new OtherEnd(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Gives an order, a line, and returns the line that answers it. */
    String ask(String order) throws IOException {
        orders.append(order).append('\n').flush();
        while (true) {
            String line = answers.readLine();
            if (line == null) {
                throw new BenchmarkException("the process at the other end has ended order=" + order);
            }
            if (line.startsWith(OtherEndMain.ANSWER)) {
                return line.substring(OtherEndMain.ANSWER.length());
            }
        }
    }

    /** Kills the process, which has no chance to close anything, and waits for its end. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException {
        orders.close();
        try {
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly().waitFor(); // it may wait for a connection
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
