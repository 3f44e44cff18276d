package io.millrace.hdr;

import io.millrace.measure.MeasureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The files that a command writes, one for each tag, in a folder that is made for the first. For one thread. */
final class TagFiles {
    private final Path directory;
    private final List<Path> logs;
    private final Set<Path> taken = new HashSet<>();

    /** Creates the names for a command that reads {@code logs}. */
    TagFiles(Path directory, List<Path> logs) {
        this.directory = directory;
        this.logs = logs;
    }

    /**
     * Returns the file of a tag. A tag comes from a log, and must not lead out of the folder.
     *
     * @param rest the part of the name after the tag
     * @throws MeasureException if another tag has this file already, or it is one of the logs that are read
     */
    Path of(String tag, String rest) throws IOException {
        Path file = directory.resolve(TagTotals.name(tag).replaceAll("[^\\p{L}\\p{N}._-]", "_") + rest);
        if (!taken.add(file)) {
            throw new MeasureException("two tags would get the same file file=" + file + " tag=" + tag);
        }
        if (Files.exists(file)) {
            for (Path log : logs) {
                if (Files.isSameFile(log, file)) {
                    throw new MeasureException(
                            "the output would replace a log" + " that is read file=" + file + " tag=" + tag);
                }
            }
        }
        Files.createDirectories(directory);
        return file;
    }
}
