package io.millrace.text;

import io.millrace.wire.WireException;
import io.millrace.wire.WireLimits;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * A document as it is written, for callers that have no schema for it or need the position of each part: configuration
 * files, and transcoding to other formats. Lines and columns count from 1. Immutable.
 */
public sealed interface YamlTree {

    /** Returns the line on which it begins. */
    int line();

    /** Returns the column in which it begins, in characters. */
    int column();

    /** Returns the tag that is written before it, if there is one; {@code !Trade} keeps its exclamation mark. */
    Optional<String> tag();

    /** The meaning of a scalar in the core schema of YAML 1.2. */
    enum Meaning {
        /** An empty text, {@code null} or {@code ~}. */
        NULL,
        /** {@code true} or {@code false}. */
        BOOLEAN,
        /** A whole number. */
        INTEGER,
        /** A number with a point or an exponent, an infinity or not a number. */
        FLOAT,
        /** Any other text, and any text between quotes. */
        STRING
    }

    /**
     * A scalar.
     *
     * @param value its text, without quotes
     * @param meaning its meaning, unless a tag says otherwise
     * @param tag its tag
     * @param line its line
     * @param column its column
     */
    record Text(String value, Meaning meaning, Optional<String> tag, int line, int column) implements YamlTree {
        /** Checks that no value is null. */
        public Text {
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(meaning, "meaning");
            Objects.requireNonNull(tag, "tag");
        }

        /** Returns whether it is null. */
        public boolean isNull() {
            return meaning == Meaning.NULL;
        }
    }

    /**
     * A sequence.
     *
     * @param items its elements, in order
     * @param tag its tag
     * @param line its line
     * @param column its column
     */
    record Items(List<YamlTree> items, Optional<String> tag, int line, int column) implements YamlTree {
        /** Copies the list. */
        public Items {
            items = List.copyOf(items);
            Objects.requireNonNull(tag, "tag");
        }
    }

    /**
     * A mapping.
     *
     * @param entries its entries by their keys, in order
     * @param tag its tag
     * @param line its line
     * @param column its column
     */
    record Fields(SequencedMap<String, Entry> entries, Optional<String> tag, int line, int column) implements YamlTree {
        /** Copies the map. */
        public Fields {
            entries = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(entries));
            Objects.requireNonNull(tag, "tag");
        }
    }

    /**
     * A key and its value.
     *
     * @param key the key
     * @param value its value
     */
    record Entry(Text key, YamlTree value) {}

    /**
     * Parses a text of at most one document.
     *
     * @param text the document
     * @param limits the limits; a text has at most {@code maxMessageBytes} characters
     * @return the root, or empty if the text has no content
     * @throws WireException if it is not YAML, has anchors or aliases, a key twice or a key that is not a scalar,
     *     or more than one document
     */
    static Optional<YamlTree> parse(String text, WireLimits limits) {
        YamlDocumentSplitter documents = new YamlDocumentSplitter(text, limits.maxMessageBytes());
        YamlDocument document = documents.next();
        if (document == null) {
            return Optional.empty();
        }
        YamlDocument second = documents.next();
        if (second != null) {
            throw second.error("the text has more than one document", second.line(), 1);
        }
        return Optional.of(YamlTrees.of(document, YamlParser.parse(document, limits), limits.maxDepth()));
    }
}
