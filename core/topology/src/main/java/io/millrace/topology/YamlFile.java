package io.millrace.topology;

import io.millrace.text.TextException;
import io.millrace.text.YamlTree;
import io.millrace.text.YamlTree.Fields;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimits;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A file of YAML that a user writes, and the exceptions that say what is wrong with it.
 *
 * @param shown the file as messages name it
 * @param kind what the file is, as in {@code topology}
 * @param errors creates an exception from a message and a cause, which may be null
 */
record YamlFile(String shown, String kind, BiFunction<String, Throwable, ? extends RuntimeException> errors) {
    private static final int MAX_BYTES = 1 << 20;

    /** Returns the file of a path. */
    static YamlFile of(Path path, String kind, BiFunction<String, Throwable, ? extends RuntimeException> errors) {
        return new YamlFile(shown(path), kind, errors);
    }

    /** Returns a path as a user would name it: relative where it is below the working directory. */
    static String shown(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path working = Path.of("").toAbsolutePath();
        return (absolute.startsWith(working) ? working.relativize(absolute) : absolute).toString();
    }

    /** Reads the map that the file consists of. */
    Fields parse(Path path) {
        String text = text(path);
        try {
            Optional<YamlTree> root = YamlTree.parse(text, WireLimits.defaults());
            if (root.isPresent() && root.get() instanceof Fields fields) {
                return fields;
            }
        } catch (TextException e) {
            String message = e.getMessage().replaceFirst(" document=[0-9]+ line=[0-9]+ column=[0-9]+$", "");
            throw errors.apply(shown + ":" + e.line() + ":" + e.column() + ": " + message, e);
        } catch (WireException e) {
            throw problem(e.getMessage(), e);
        }
        throw problem("is not a " + kind + ": it is no map of keys and values", null);
    }

    private String text(Path path) {
        try {
            if (Files.isDirectory(path)) {
                throw problem("is a directory, and a " + kind + " is a file", null);
            }
            if (Files.size(path) > MAX_BYTES) {
                throw problem("is not a " + kind + " sizeBytes=" + Files.size(path) + " limit=" + MAX_BYTES, null);
            }
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw problem("there is no such file", e);
        } catch (CharacterCodingException e) {
            throw problem("is not a " + kind + ": it is not UTF-8", e);
        } catch (IOException e) {
            throw problem("cannot be read: " + e.getMessage(), e);
        }
    }

    private RuntimeException problem(String message, Throwable cause) {
        return errors.apply(shown + ": " + message, cause);
    }

    /** Returns an error at a position of the file. */
    RuntimeException problem(YamlTree node, String message, Throwable cause) {
        return errors.apply(position(node) + ": " + message, cause);
    }

    /** Returns the file with the line and the column of a node. */
    String position(YamlTree node) {
        return shown + ":" + node.line() + ":" + node.column();
    }
}
