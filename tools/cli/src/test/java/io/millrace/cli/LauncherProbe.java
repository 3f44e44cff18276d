package io.millrace.cli;

import java.nio.file.Path;

/** What the launcher's test has it start in place of the command: it shows how it was started. */
public final class LauncherProbe {
    private LauncherProbe() {}

    /** Prints the working directory and the arguments, one a line. */
    public static void main(String... args) {
        System.out.println("directory=" + Path.of("").toAbsolutePath());
        for (String arg : args) {
            System.out.println("argument=" + arg);
        }
    }
}
