package io.millrace.prove.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that runs a class with the class path of this one, and is killed. Used by one thread. */
final class ProofProcess implements AutoCloseable {
    private static final int SHOWN_CHARACTERS = 4_000;

    private final String name;
    private final Process process;
    private final Path errors;

    private ProofProcess(String name, Process process, Path errors) {
        this.name = name;
        this.process = process;
        this.errors = errors;
    }

    /**
     * Starts a class; its standard error is added to a file.
     *
     * @param name what it is called in errors
     * @param jvmFlags the flags of its JVM
     */
    static ProofProcess start(String name, Class<?> main, List<String> jvmFlags, List<String> arguments, Path errors)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Dslf4j.internal.verbosity=ERROR"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(Redirect.appendTo(errors.toFile()))
                .start();
        return new ProofProcess(name, process, errors);
    }

    /**
     * Waits until the process has printed a line.
     *
     * @throws KafkaProofException where it ends before, with what it has said
     */
    void awaitLine(String line) throws IOException {
        BufferedReader output = process.inputReader();
        for (String next = output.readLine(); next != null; next = output.readLine()) {
            if (next.equals(line)) {
                return;
            }
        }
        throw new KafkaProofException("a process has ended process=" + name + " missing=" + line + ": " + said());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the end of what the process has written to standard error. */
    String said() throws IOException {
        String text = Files.readString(errors, StandardCharsets.UTF_8).strip();
        return text.substring(Math.max(0, text.length() - SHOWN_CHARACTERS));
    }

    /** Kills it, as {@code kill -9} does, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        boolean interrupted = false;
        while (true) {
            try {
                process.waitFor();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
