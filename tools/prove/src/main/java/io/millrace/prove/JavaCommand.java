package io.millrace.prove;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts a class in a small process of its own, by default with the class path of this one. Its standard output has
 * only the output of the class: the JVM's own warnings, of a file of counters that another process has for example, go
 * to standard error.
 */
final class JavaCommand {

    private JavaCommand() {}

    /** Starts a class whose standard error is added to a file. */
    static Process start(Class<?> main, List<String> arguments, Path errors) throws IOException {
        return start(ProcessClasses.ofThisProcess(), List.of(), main, arguments, errors);
    }

    /** Starts a class of some classes with options of its JVM. */
    static Process start(
            ProcessClasses classes, List<String> options, Class<?> main, List<String> arguments, Path errors)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr"));
        command.addAll(options);
        command.addAll(List.of("-cp", classes.path(), main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(Redirect.appendTo(errors.toFile()))
                .start();
    }
}
