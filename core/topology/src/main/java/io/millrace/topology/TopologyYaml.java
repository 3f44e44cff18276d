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

/** Reads the text of a topology file as YAML. */
final class TopologyYaml {
    private static final int MAX_BYTES = 1 << 20;

    private TopologyYaml() {}

    /** The map that a file consists of. */
    static Fields parse(Path path) {
        String file = TopologyPlace.shown(path);
        String text = text(path, file);
        try {
            Optional<YamlTree> root = YamlTree.parse(text, WireLimits.defaults());
            if (root.isPresent() && root.get() instanceof Fields fields) {
                return fields;
            }
        } catch (TextException e) {
            String message = e.getMessage().replaceFirst(" document=[0-9]+ line=[0-9]+ column=[0-9]+$", "");
            throw new TopologyException(file + ":" + e.line() + ":" + e.column() + ": " + message, e);
        } catch (WireException e) {
            throw new TopologyException(file + ": " + e.getMessage(), e);
        }
        throw new TopologyException(file + ": is not a topology: it has no keys such as channels and components");
    }

    private static String text(Path path, String file) {
        try {
            if (Files.isDirectory(path)) {
                throw new TopologyException(file + ": is a directory, and a topology is a file");
            }
            if (Files.size(path) > MAX_BYTES) {
                throw new TopologyException(
                        file + ": is not a topology: size=" + Files.size(path) + " limit=" + MAX_BYTES + " bytes");
            }
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new TopologyException(file + ": there is no such file", e);
        } catch (CharacterCodingException e) {
            throw new TopologyException(file + ": is not a topology: it is not UTF-8", e);
        } catch (IOException e) {
            throw new TopologyException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }
}
