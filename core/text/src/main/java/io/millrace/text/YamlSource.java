package io.millrace.text;

import io.millrace.wire.BinaryOutput;
import io.millrace.wire.TextOptions;

/** The state of the conversion of a document to BINARY: the output, the options, and the current path. */
final class YamlSource extends TextPath {
    final YamlDocument document;
    final TextOptions options;
    final BinaryOutput out;

    private YamlSourceMap sourceMap;

    YamlSource(YamlDocument document, TextOptions options, BinaryOutput out) {
        this.document = document;
        this.options = options;
        this.out = out;
    }

    /** Starts to record the position in BINARY of each part of the text. */
    void recordInto(YamlSourceMap target) {
        sourceMap = target;
    }

    /** Records a field that has been written, from this length of the message on. */
    void recordField(int start, YamlNode value) {
        if (sourceMap != null) {
            sourceMap.field(start, out, value);
        }
    }

    /** Records that all fields of a message have been written. */
    void recordMessage(YamlNode message) {
        if (sourceMap != null) {
            sourceMap.message(out, message);
        }
    }

    TextException error(YamlNode node, String message) {
        return error(node, message, null);
    }

    TextException error(YamlNode node, String message, Throwable cause) {
        return document.error(message + path(), node.line, node.column, cause);
    }

    /** Returns an error about a value that does not fit the schema. */
    TextException wrong(YamlNode node, String expected) {
        return error(node, "a value is wrong value=" + node.describe() + " expected=\"" + expected + "\"");
    }

    TextException wrongTag(YamlNode node, String allowed) {
        return error(node, "the tag is not allowed here tag=" + YamlTags.shown(node.tag) + " allowed=" + allowed);
    }
}
