package io.millrace.topology;

import io.millrace.text.YamlTree;
import io.millrace.text.YamlTree.Entry;
import io.millrace.text.YamlTree.Fields;
import io.millrace.text.YamlTree.Items;
import io.millrace.text.YamlTree.Text;
import java.nio.file.Path;

/** Finds the line and column of something in a topology file, for error messages. */
final class YamlPosition {
    private YamlPosition() {}

    /**
     * Returns the file with {@code :line:column} of the value to which the keys lead: that of the key, or where the
     * last of them is a scalar or an item of a list, that of the value. Where a key is missing, the position is that of
     * the key before it.
     */
    static String find(Path path, String... keys) {
        YamlFile file = YamlFile.of(path, "topology", TopologyException::new);
        YamlTree node;
        try {
            node = file.parse(path);
        } catch (TopologyException e) {
            // The file was deleted or changed since it was read; the message at hand is the one that matters.
            return file.shown();
        }
        YamlTree found = null;
        for (String key : keys) {
            if (node instanceof Fields fields && fields.entries().containsKey(key)) {
                Entry entry = fields.entries().get(key);
                node = entry.value();
                found = node instanceof Text ? node : entry.key();
            } else if (node instanceof Items items) {
                for (YamlTree item : items.items()) {
                    found = item instanceof Text text && key.equals(text.value()) ? item : found;
                }
                break;
            } else {
                break;
            }
        }
        return found == null ? file.shown() : file.position(found);
    }
}
