package io.millrace.text;

import io.millrace.text.YamlTree.Entry;
import io.millrace.text.YamlTree.Fields;
import io.millrace.text.YamlTree.Items;
import io.millrace.text.YamlTree.Meaning;
import io.millrace.text.YamlTree.Text;
import io.millrace.wire.ScalarText;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/** Creates {@link YamlTree}s from the result of the parser. */
final class YamlTrees {
    private YamlTrees() {}

    static YamlTree of(YamlDocument document, YamlNode node, int depth) {
        if (depth < 0) {
            throw document.error("the text nests too deeply", node.line, node.column);
        }
        Optional<String> tag = Optional.ofNullable(node.tag);
        return switch (node.kind) {
            case SCALAR -> text(node);
            case SEQUENCE ->
                new Items(
                        node.children.stream()
                                .map(child -> of(document, child, depth - 1))
                                .toList(),
                        tag,
                        node.line,
                        node.column);
            case MAPPING -> new Fields(entries(document, node, depth), tag, node.line, node.column);
        };
    }

    private static SequencedMap<String, Entry> entries(YamlDocument document, YamlNode node, int depth) {
        SequencedMap<String, Entry> entries = new LinkedHashMap<>();
        for (int i = 0; i < node.children.size(); i += 2) {
            YamlNode key = node.children.get(i);
            if (!key.isScalar()) {
                throw document.error("a key must be a scalar key=" + key.describe(), key.line, key.column);
            }
            Entry entry = new Entry(text(key), of(document, node.children.get(i + 1), depth - 1));
            if (entries.putIfAbsent(key.text, entry) != null) {
                throw document.error("a key appears twice key=" + key.describe(), key.line, key.column);
            }
        }
        return entries;
    }

    private static Text text(YamlNode node) {
        return new Text(node.text, meaning(node), Optional.ofNullable(node.tag), node.line, node.column);
    }

    private static Meaning meaning(YamlNode node) {
        if (node.isNull()) {
            return Meaning.NULL;
        }
        if (!node.plain || node.tag != null) {
            return Meaning.STRING;
        }
        if (node.text.matches("true|True|TRUE|false|False|FALSE")) {
            return Meaning.BOOLEAN;
        }
        if (ScalarText.isInteger(node.text)) {
            return Meaning.INTEGER;
        }
        return ScalarText.isFloat(node.text) ? Meaning.FLOAT : Meaning.STRING;
    }
}
