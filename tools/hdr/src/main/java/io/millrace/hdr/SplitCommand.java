package io.millrace.hdr;

import io.millrace.measure.IntervalLogWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
    long run(DefectCount defects) throws IOException {
        List<Path> files = selection.files();
        TagFiles parts = new TagFiles(directory, files);
        for (Path file : files) {
            Map<String, IntervalLogWriter> logs = new HashMap<>();
            Set<Path> written = new TreeSet<>();
            try {
                selection.read(file, defects, (line, startSeconds) -> {
                    IntervalLogWriter log = logs.get(line.tag());
                    if (log == null) {
                        Path part = parts.of(line.tag(), "-" + file.getFileName());
                        log = IntervalLogWriter.open(part, Math.round(startSeconds * MS));
                        logs.put(line.tag(), log);
                        written.add(part);
                    }
                    log.copy(line, line.startSeconds() - startSeconds);
                });
            } finally {
                logs.values().forEach(IntervalLogWriter::close);
            }
            written.forEach(part -> out().println(part));
        }
        return selection.intervals();
    }
}
