package io.millrace.text;

import java.util.ArrayList;
import java.util.List;

/** A part of a document as the parser returns it, before a schema gives it a meaning. */
final class YamlNode {
    /** The three kinds of nodes of a document. */
    enum Kind {
        SCALAR,
        SEQUENCE,
        MAPPING
    }

    final Kind kind;
    /** The resolved tag, or null if there is none. */
    final String tag;
    /** The text of a scalar, otherwise null. */
    final String text;
    /** Whether it is a scalar without quotes, which may be something else than a string. */
    final boolean plain;
    /** Elements; in a mapping each key is followed by its value. */
    final List<YamlNode> children;

    final int line;
    final int column;

    private YamlNode(Kind kind, String tag, String text, boolean plain, int line, int column) {
        this.kind = kind;
        this.tag = tag;
        this.text = text;
        this.plain = plain;
        this.children = kind == Kind.SCALAR ? List.of() : new ArrayList<>();
        this.line = line;
        this.column = column;
    }

    static YamlNode scalar(String tag, String text, boolean plain, int line, int column) {
        return new YamlNode(Kind.SCALAR, tag, text, plain, line, column);
    }

    static YamlNode collection(Kind kind, String tag, int line, int column) {
        return new YamlNode(kind, tag, null, false, line, column);
    }

    boolean isScalar() {
        return kind == Kind.SCALAR;
    }

    boolean isNull() {
        return kind == Kind.SCALAR && plain && (tag == null || tag.equals(YamlTags.NULL)) && YamlScalars.isNull(text);
    }

    /** Returns a description of it, for errors. */
    String describe() {
        return switch (kind) {
            case SCALAR -> isNull() ? "null" : text.length() <= 100 ? text : text.substring(0, 100) + "...";
            case SEQUENCE -> "(a sequence)";
            case MAPPING -> "(a mapping)";
        };
    }
}
