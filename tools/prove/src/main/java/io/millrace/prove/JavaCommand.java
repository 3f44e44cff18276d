package io.millrace.prove;

import java.util.ArrayList;
import java.util.List;

/**
 * The command that starts a class in a process of its own, with the class path of this one: soon there, and small. On
 * its standard output stands only what the class writes: the JVM's own warnings, of a file of counters that another
 * process has for example, go to standard error.
 */
final class JavaCommand {

    private JavaCommand() {}

    /** Returns the command without arguments, which can be added. */
    static List<String> of(Class<?> main) {
        return new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    }
}
