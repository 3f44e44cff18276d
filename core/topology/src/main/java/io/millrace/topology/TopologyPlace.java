package io.millrace.topology;

import io.millrace.text.YamlTree;
import io.millrace.text.YamlTree.Entry;
import io.millrace.text.YamlTree.Fields;
import io.millrace.text.YamlTree.Items;
import io.millrace.text.YamlTree.Text;
import java.nio.file.Path;

/** Finds the line and column at which a topology file speaks of something, for error messages. */
final class TopologyPlace {
    private TopologyPlace() {}

    /**
     * The file with {@code :line:column} of the place to which the keys lead: that of the key, or where the last of
     * them is a scalar or an item of a list, that of the value. Where a key is not there, the place of the one before
     * it.
     */
    static String find(Path file, String... keys) {
        YamlTree node;
        try {
            node = TopologyYaml.parse(file);
        } catch (TopologyException e) {
            // The file has gone or changed since it was read; the message at hand is the one that matters.
            return shown(file);
        }
        YamlTree place = null;
        for (String key : keys) {
            if (node instanceof Fields fields && fields.entries().containsKey(key)) {
                Entry entry = fields.entries().get(key);
                node = entry.value();
                place = node instanceof Text ? node : entry.key();
            } else if (node instanceof Items items) {
                for (YamlTree item : items.items()) {
                    place = item instanceof Text text && key.equals(text.value()) ? item : place;
                }
                break;
            } else {
                break;
            }
        }
        return shown(file) + (place == null ? "" : ":" + place.line() + ":" + place.column());
    }

    /** The file as a person would name it: relative where it is below the working directory. */
    static String shown(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        Path working = Path.of("").toAbsolutePath();
        return (absolute.startsWith(working) ? working.relativize(absolute) : absolute).toString();
    }
}
