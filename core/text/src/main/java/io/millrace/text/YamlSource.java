package io.millrace.text;

import io.millrace.wire.BinaryOutput;
import io.millrace.wire.TextOptions;

/** What is known while a document is turned into BINARY: where the values go, what is allowed, and where we are. */
final class YamlSource extends TextPath {
    final YamlDocument document;
    final TextOptions options;
    final BinaryOutput out;

    private YamlSpans spans;

    YamlSource(YamlDocument document, TextOptions options, BinaryOutput out) {
        this.document = document;
        this.options = options;
        this.out = out;
    }

    /** Notes where in BINARY each part of the text goes. */
    void note(YamlSpans places) {
        spans = places;
    }

    /** A field has been written, from this length of the message on. */
    void wasField(int start, YamlNode value) {
        if (spans != null) {
            spans.field(start, out, value);
        }
    }

    /** All fields of a message have been written. */
    void wasMessage(YamlNode message) {
        if (spans != null) {
            spans.message(out, message);
        }
    }

    TextException error(YamlNode node, String message) {
        return error(node, message, null);
    }

    TextException error(YamlNode node, String message, Throwable cause) {
        return document.error(message + path(), node.line, node.column, cause);
    }

    /** A value that is not what the schema asks for. */
    TextException wrong(YamlNode node, String expected) {
        return error(node, "a value is wrong value=" + node.describe() + " expected=\"" + expected + "\"");
    }

    TextException wrongTag(YamlNode node, String allowed) {
        return error(node, "this tag may not stand here tag=" + YamlTags.shown(node.tag) + " allowed=" + allowed);
    }
}
