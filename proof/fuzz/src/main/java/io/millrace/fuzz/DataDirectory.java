package io.millrace.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A data directory of a target, below the directory for temporary files. */
final class DataDirectory implements AutoCloseable {

    private final Path path;

    private DataDirectory(Path path) {
        this.path = path;
    }

    static DataDirectory create() {
        try {
            return new DataDirectory(Files.createTempDirectory("millrace-fuzz"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    /** Deletes a folder in this directory with its content, if it is there. */
    void delete(String folder) {
        delete(path.resolve(folder));
    }

    @Override
    public void close() {
        delete(path);
    }

    private static void delete(Path top) {
        if (!Files.exists(top)) {
            return;
        }
        try (Stream<Path> found = Files.walk(top)) {
            List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
