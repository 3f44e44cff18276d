package io.millrace.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Entries of a class path that name an optional part of the installed program, as {@code optional:jdbc}: all jars in
 * that folder of the installation. So a topology names no path of one machine. Stateless.
 */
final class OptionalParts {

    /** The system property with the folder of the installation, which its launcher sets. */
    static final String HOME = "millrace.home";

    private static final String PREFIX = "optional:";
    private static final String FOLDER = "optional";

    private OptionalParts() {}

    /**
     * Returns where the classes of an entry are: an optional part in the installation, anything else relative to the
     * file.
     *
     * @param problem makes the error of a message
     */
    static Path resolve(Optional<Path> file, String entry, Function<String, RuntimeException> problem) {
        if (!entry.startsWith(PREFIX)) {
            return Topology.resolve(file, entry);
        }
        String home = System.getProperty(HOME);
        if (home == null) {
            throw problem.apply("names an optional part, which only an installed millrace has entry=" + entry);
        }
        Path parts = Path.of(home).resolve(FOLDER).toAbsolutePath().normalize();
        String part = entry.substring(PREFIX.length());
        if (part.isEmpty() || part.contains("/") || part.startsWith(".") || !Files.isDirectory(parts.resolve(part))) {
            throw problem.apply("names an optional part that is not installed part=" + part + " installed="
                    + names(parts) + " directory=" + parts);
        }
        return parts.resolve(part).resolve("*");
    }

    private static String names(Path parts) {
        if (!Files.isDirectory(parts)) {
            return "none";
        }
        try (Stream<Path> folders = Files.list(parts)) {
            return folders.map(folder -> folder.getFileName().toString())
                    .sorted()
                    .collect(Collectors.joining(","));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
