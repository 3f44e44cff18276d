package io.millrace.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads an option that names a file to write, as {@code converter} of its {@code @Option}: a file that cannot be
 * written is refused before the command begins, which may take hours. Stateless.
 */
public final class OutputFile implements ITypeConverter<Path> {

    /** Creates the converter; called by picocli. */
    public OutputFile() {}

    @Override
    public Path convert(String value) {
        Path file;
        try {
            file = Path.of(value);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("cannot write file=" + value + " reason=" + e.getReason());
        }
        if (!isWritable(file.toAbsolutePath())) {
            throw new TypeConversionException("cannot write file=" + value);
        }
        return file;
    }

    private static boolean isWritable(Path absolute) {
        if (Files.exists(absolute)) {
            return !Files.isDirectory(absolute) && Files.isWritable(absolute);
        }
        Path folder = absolute.getParent();
        return Files.isDirectory(folder) && Files.isWritable(folder);
    }
}
