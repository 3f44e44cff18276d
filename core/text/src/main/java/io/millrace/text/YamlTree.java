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
 * A document as it is written, for those who have no schema for it or need to know where each part stands:
 * configuration
 * files, and transcoding to other formats. Lines and columns count from 1. Immutable.
 */
public sealed interface YamlTree {

    /** The line on which it begins. */
    int line();

    /** The column in which it begins, in characters. */
    int column();

    /** The tag that is written before it, if one is; {@code !Trade} keeps its exclamation mark. */
    Optional<String> tag();

    /** What a scalar is by the core schema of YAML 1.2. */
    enum Meaning {
        /** Nothing, {@code null} or {@code ~}. */
        NULL,
        /** {@code true} or {@code false}. */
        BOOLEAN,
        /** A whole number. */
        INTEGER,
        /** A number with a point or an exponent, an infinity or not a number. */
        FLOAT,
        /** Everything else, and everything between quotes. */
        STRING
    }

    /**
     * A scalar.
     *
     * @param value its text, without quotes
     * @param meaning what it is where no tag says otherwise
     * @param tag its tag
     * @param line its line
     * @param column its column
     */
    record Text(String value, Meaning meaning, Optional<String> tag, int line, int column) implements YamlTree {
        /** Refuses nulls. */
        public Text {
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(meaning, "meaning");
            Objects.requireNonNull(tag, "tag");
        }

        /** Whether it stands for nothing. */
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
     * A key and what it stands for.
     *
     * @param key the key
     * @param value its value
     */
    record Entry(Text key, YamlTree value) {}

    /**
     * Parses a text of at most one document.
     *
     * @param text the document
     * @param limits the bounds; a text has at most {@code maxMessageBytes} characters
     * @return the root, or empty where the text has no content
     * @throws WireException where it is not YAML, has anchors or aliases, a key twice or a key that is no scalar, or
     *     more than
     *     one document
     */
    static Optional<YamlTree> parse(String text, WireLimits limits) {
        YamlDocuments documents = new YamlDocuments(text, limits.maxMessageBytes());
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
