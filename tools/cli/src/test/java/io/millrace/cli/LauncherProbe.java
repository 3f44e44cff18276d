package io.millrace.cli;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/** What the launcher's test has it start in place of the command: it shows how it was started. */
public final class LauncherProbe {
    /** The argument for which it shows the locale. */
    static final String LOCALE = "--locale";

    /** The argument for which it shows the options of its JVM. */
    static final String JVM = "--jvm";

    private LauncherProbe() {}

    /** Prints the working directory and the arguments, one a line, and what is asked for. */
    public static void main(String... args) {
        System.out.println("directory=" + Path.of("").toAbsolutePath());
        for (String arg : args) {
            System.out.println(
                    switch (arg) {
                        case LOCALE ->
                            "LC_CTYPE=" + System.getenv("LC_CTYPE") + " names="
                                    + System.getProperty("sun.jnu.encoding");
                        case JVM ->
                            "jvm=" + ManagementFactory.getRuntimeMXBean().getInputArguments();
                        default -> "argument=" + arg;
                    });
        }
    }
}
