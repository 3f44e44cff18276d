package io.millrace.prove;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code prove disk}: forced writes a second, and what a log on this disk may promise. */
@Command(
        name = "disk",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how many writes a second reach the disk, by size and number of writers, and how many messages a",
            "second a SYNCED journal takes there; says what a log on this disk may promise. Ends with 1 where the",
            "directory is in memory, or forces return sooner than a device can answer."
        })
final class DiskCommand implements Callable<Integer> {
    private static final int MOST_SECONDS = 600;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Works below this directory, and so on its disk; the default is ${DEFAULT-VALUE}.",
            defaultValue = "${sys:java.io.tmpdir}")
    private Path directory;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long each of 15 rows is measured, 1 to 600; the default is ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private int seconds;

    DiskCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new ParameterException(
                    spec.commandLine(), "--seconds must be 1 to " + MOST_SECONDS + " value=" + seconds);
        }
        PrintWriter out = spec.commandLine().getOut();
        Path scratch = Files.createTempDirectory(Files.createDirectories(directory), "millrace-prove-");
        try {
            DiskMeasure measure = new DiskMeasure(scratch, seconds * 1_000_000_000L, row -> {
                out.println(row);
                out.flush();
            });
            DiskVerdict verdict = measure.run();
            verdict.lines().forEach(out::println);
            out.flush();
            return verdict.isTrusted() ? 0 : 1;
        } finally {
            DirectoryTrees.delete(scratch);
        }
    }
}
