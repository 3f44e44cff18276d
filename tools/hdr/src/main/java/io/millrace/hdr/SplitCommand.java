package io.millrace.hdr;

import io.millrace.measure.IntervalLogWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hdr split}. */
@Command(
        name = "split",
        description = {
            "Writes each tag of each file to a log of its own, named TAG-FILE; without a tag it is 'default'.",
            "Histograms are copied as they stand, so nothing is lost."
        })
final class SplitCommand extends LogCommand {
    private static final double MS = 1e3;

    @Option(
            names = "--to",
            paramLabel = "DIR",
            description = "Where to write; the default is here.",
            defaultValue = ".")
    private Path directory;

    @Override
    void run(DefectCount defects) throws IOException {
        Files.createDirectories(directory);
        for (Path file : selection.files()) {
            Map<String, IntervalLogWriter> logs = new HashMap<>();
            try {
                selection.read(file, defects, (line, startSeconds) -> {
                    IntervalLogWriter log = logs.computeIfAbsent(
                            line.tag(), tag -> IntervalLogWriter.open(path(tag, file), Math.round(startSeconds * MS)));
                    log.copy(line, line.startSeconds() - startSeconds);
                });
            } finally {
                logs.values().forEach(IntervalLogWriter::close);
            }
            logs.keySet().stream().sorted().forEach(tag -> out().println(path(tag, file)));
        }
    }

    private Path path(String tag, Path file) {
        // A tag comes from the log, and must not lead out of the folder.
        String safe = TagTotals.name(tag).replaceAll("[^\\p{L}\\p{N}._-]", "_");
        return directory.resolve(safe + "-" + file.getFileName());
    }
}
