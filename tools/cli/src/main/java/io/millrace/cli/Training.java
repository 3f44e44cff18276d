package io.millrace.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs many commands in one process for the build of a distribution: the JVM fills its cache of loaded and linked
 * classes with what one process has used.
 */
final class Training {
    private Training() {}

    /**
     * Runs each line of a file as a command; its words are separated by tabs.
     *
     * @param args the file
     * @throws IOException if the file cannot be read
     */
    public static void main(String... args) throws IOException {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            int code = Millrace.execute(line.split("\t"));
            if (code != 0) {
                throw new IllegalStateException(
                        "a command of the training failed command=" + line.replace('\t', ' ') + " exitCode=" + code);
            }
        }
        System.exit(0); // as each command ends, whatever threads it left
    }
}
