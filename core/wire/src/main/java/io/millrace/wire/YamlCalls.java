package io.millrace.wire;

import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads calls from text, one document after the other, as {@link YamlCallText} describes them. A call can be used as
 * soon as the marker behind it has been read. One thread at a time; after an exception no more is read.
 */
public final class YamlCalls {
    private final TextOptions options;
    private final YamlDocuments documents;
    private final Map<String, List<Integer>> byMethod = new LinkedHashMap<>();
    private final List<YamlCallText> texts = new ArrayList<>();

    private YamlDocument document;
    private YamlNode key;
    private YamlNode value;
    private int call = -1;

    private YamlCalls(Reader reader, List<CallSchema> calls, TextOptions options) {
        this.options = options;
        this.documents = new YamlDocuments(reader, options.limits().maxMessageBytes());
        for (CallSchema schema : calls) {
            byMethod.computeIfAbsent(schema.methodName(), _ -> new ArrayList<>())
                    .add(texts.size());
            texts.add(YamlCallText.of(schema));
        }
    }

    /**
     * Starts to read.
     *
     * @param reader the text, which is read as calls are asked for; an error in it is thrown as
     *     {@link java.io.UncheckedIOException}
     * @param calls the calls that the text may hold
     * @param options what to do about unknown keys, and the bounds
     */
    public static YamlCalls read(Reader reader, List<CallSchema> calls, TextOptions options) {
        return new YamlCalls(reader, calls, options);
    }

    /**
     * Goes on to the next call; false at the end.
     *
     * @throws WireException where the next document is not a call of one of the schemas
     */
    public boolean next() {
        document = documents.next();
        if (document == null) {
            key = null;
            value = null;
            call = -1;
            return false;
        }
        YamlNode node = YamlParser.parse(document, options.limits());
        if (node.kind != YamlNode.Kind.MAPPING || node.children.size() != 2) {
            YamlNode at = node.children.size() > 2 ? node.children.get(2) : node;
            throw document.error(
                    "a document must have one key, the name of a method keys=" + node.children.size() / 2 + " allowed="
                            + byMethod.keySet(),
                    at.line,
                    at.column);
        }
        key = node.children.get(0);
        value = node.children.get(1);
        call = identify();
        return true;
    }

    private int identify() {
        List<Integer> candidates = key.isScalar() ? byMethod.get(key.text) : null;
        if (candidates == null) {
            String nearest = key.isScalar() ? YamlNearest.hint(key.text, byMethod.keySet()) : "";
            throw error("there is no such method method=" + key.describe() + nearest + " allowed=" + byMethod.keySet());
        }
        if (candidates.size() == 1) {
            return candidates.getFirst();
        }
        List<Integer> fitting = candidates.stream()
                .filter(candidate -> texts.get(candidate).fits(value))
                .toList();
        if (fitting.size() != 1) {
            throw error("the method is overloaded and its arguments do not tell which is meant method=" + key.text
                    + " candidates=" + fitting.size());
        }
        return fitting.getFirst();
    }

    private TextException error(String message) {
        return document.error(message, key.line, key.column);
    }

    /** The place of the current call's schema in the list that was given. */
    public int call() {
        return call;
    }

    /**
     * Writes the arguments of the current call.
     *
     * @throws WireException where they do not fit the schema
     */
    public void arguments(BinaryOutput out) {
        if (document == null) {
            throw new IllegalStateException("there is no current call");
        }
        texts.get(call).read(value, new YamlSource(document, options, out));
    }

    /** The number of the current call's document, from 1. */
    public int document() {
        return document == null ? 0 : document.number();
    }

    /** The line of the current call's method name, from 1. */
    public int line() {
        return key == null ? 0 : key.line;
    }

    /**
     * The comments in front of the current call, a line each, from the {@code #} on; after the end, those that no call
     * follows. Comments within a call are passed over.
     */
    public List<String> comments() {
        return document == null ? documents.remainingComments() : document.comments();
    }
}
