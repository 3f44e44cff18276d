package io.millrace.hdr;

import io.millrace.measure.IntervalLogWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hdr split}. */
@Command(
        name = "split",
        description = {
            "Writes each tag of each file to a log of its own, named TAG-FILE; without a tag it is 'default'.",
            "Histograms are copied unchanged, so nothing is lost."
        })
final class SplitCommand extends LogCommand {
    private static final double MS = 1e3;
    private static final String UNFINISHED = ".unfinished";

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
        Map<Path, Path> unfinished = new TreeMap<>();
        try {
            for (Path file : files) {
                split(file, parts, unfinished, defects);
            }
            for (Map.Entry<Path, Path> part : unfinished.entrySet()) {
                Files.move(part.getValue(), part.getKey(), StandardCopyOption.REPLACE_EXISTING);
                out().println(part.getKey());
            }
        } finally {
            for (Path part : unfinished.values()) {
                Files.deleteIfExists(part);
            }
        }
        return selection.intervals();
    }

    /** Splits one log. Parts have another name until all are whole, so that one that is refused leaves none. */
    private void split(Path file, TagFiles parts, Map<Path, Path> unfinished, DefectCount defects) throws IOException {
        Map<String, IntervalLogWriter> logs = new HashMap<>();
        try {
            selection.read(file, defects, (line, startSeconds) -> {
                IntervalLogWriter log = logs.get(line.tag());
                if (log == null) {
                    Path part = parts.of(line.tag(), "-" + file.getFileName());
                    Path begun = part.resolveSibling(part.getFileName() + UNFINISHED);
                    unfinished.put(part, begun);
                    log = IntervalLogWriter.open(begun, Math.round(startSeconds * MS));
                    logs.put(line.tag(), log);
                }
                log.copy(line, line.startSeconds() - startSeconds);
            });
        } finally {
            logs.values().forEach(IntervalLogWriter::close);
        }
    }
}
