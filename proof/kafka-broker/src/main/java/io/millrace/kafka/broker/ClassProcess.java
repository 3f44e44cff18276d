package io.millrace.kafka.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that runs a class with the class path of this one, and is killed or stopped. Used by one thread. */
public final class ClassProcess implements AutoCloseable {
    private static final int SHOWN_CHARACTERS = 4_000;

    private final String name;
    private final Process process;
    private final Path errors;

    private ClassProcess(String name, Process process, Path errors) {
        this.name = name;
        this.process = process;
        this.errors = errors;
    }

    /**
     * Starts a class; its standard error is added to a file.
     *
     * @param name what it is called in errors
     * @param main the class, with a {@code main} method
     * @param jvmFlags the flags of its JVM
     * @param arguments what its {@code main} gets
     * @param errors the file for its standard error
     * @throws IOException where no process can be started
     */
    public static ClassProcess start(
            String name, Class<?> main, List<String> jvmFlags, List<String> arguments, Path errors) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Dslf4j.internal.verbosity=ERROR"));
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(Redirect.appendTo(errors.toFile()))
                .start();
        return new ClassProcess(name, process, errors);
    }

    /** Returns the class path of tests where they are run by Surefire, whose own is a jar that may be gone later. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /**
     * Waits until the process has printed a line.
     *
     * @throws IOException where it ends before, with what it has said
     */
    public void awaitLine(String line) throws IOException {
        BufferedReader output = process.inputReader();
        for (String next = output.readLine(); next != null; next = output.readLine()) {
            if (next.equals(line)) {
                return;
            }
        }
        throw new IOException("a process has ended process=" + name + " missing=" + line + ": " + said());
    }

    /** Returns true until the process has ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Returns the end of what the process has written to standard error.
     *
     * @throws IOException where the file cannot be read
     */
    public String said() throws IOException {
        String text = Files.readString(errors, StandardCharsets.UTF_8).strip();
        return text.substring(Math.max(0, text.length() - SHOWN_CHARACTERS));
    }

    /** Kills it, as {@code kill -9} does, and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /**
     * Ends its standard input, and waits until it is gone; an interrupt kills it.
     *
     * @throws IOException where its input cannot be ended
     */
    public void stop() throws IOException {
        process.getOutputStream().close();
        awaitEnd();
    }

    private void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                process.waitFor();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                process.destroyForcibly();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills it. */
    @Override
    public void close() {
        kill();
    }
}
