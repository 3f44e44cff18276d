package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads calls from text, one document after the other, as {@link YamlCallText} describes them. A call can be used as
 * soon as the marker after it has been read. One thread at a time; after an exception it reads no more.
 */
public final class YamlCalls {
    private static final int INITIAL_BYTES = 512;

    private final TextOptions options;
    private final YamlDocumentSplitter documents;
    private final Map<String, List<Integer>> byMethod = new LinkedHashMap<>();
    /** The calls that can be read without a tree, by the first method of their chain. */
    private final Map<String, List<Integer>> byFirst = new HashMap<>();

    private final List<YamlCallText> texts = new ArrayList<>();

    private final Utf8Input bytes = new Utf8Input();

    /** The arguments of the current call, if its text is canonical and has been read without a tree. */
    private final BinaryOutput canonical;

    private YamlDocument document;
    private int line;
    /** The tree of the current call; null if it was not needed. */
    private YamlNode content;

    private YamlNode key;
    private int call = -1;

    private YamlCalls(YamlDocumentSplitter documents, List<CallSchema> calls, TextOptions options) {
        this.options = options;
        this.canonical = BinaryOutput.allocate(INITIAL_BYTES, options.limits());
        this.documents = documents;
        for (CallSchema schema : calls) {
            String path = schema.path();
            String chain = path.substring(0, path.length() - schema.methodName().length());
            add(path);
            schema.aliases().forEach(alias -> add(chain + alias));
            texts.add(YamlCallText.of(schema));
        }
        for (int i = 0; i < texts.size(); i++) {
            addCanonical(i);
        }
    }

    /** Adds a call that can be read without a tree; overloaded methods need the tree to be distinguished. */
    private void addCanonical(int call) {
        CallSchema schema = texts.get(call).schema();
        if (byMethod.get(schema.path()).size() == 1) {
            String first = schema.methods().getFirst().methodName();
            byFirst.computeIfAbsent(first, _ -> new ArrayList<>()).add(call);
        }
    }

    private void add(String path) {
        byMethod.computeIfAbsent(path, _ -> new ArrayList<>()).add(texts.size());
    }

    /**
     * Starts to read.
     *
     * @param reader the text, which is read as calls are requested; an error in it is thrown as {@link
     *     java.io.UncheckedIOException}
     * @param calls the calls that the text may contain
     * @param options how to treat unknown keys, and the limits
     */
    public static YamlCalls read(Reader reader, List<CallSchema> calls, TextOptions options) {
        return new YamlCalls(new YamlDocumentSplitter(reader, options.limits().maxMessageBytes()), calls, options);
    }

    /**
     * Starts to read a text that is complete in memory, with less memory than a reader of it takes.
     *
     * @param text the text
     * @param calls the calls that the text may contain
     * @param options how to treat unknown keys, and the limits
     */
    public static YamlCalls of(String text, List<CallSchema> calls, TextOptions options) {
        return new YamlCalls(new YamlDocumentSplitter(text, options.limits().maxMessageBytes()), calls, options);
    }

    /**
     * Advances to the next call; returns false at the end.
     *
     * @throws WireException if the next document is not a call of one of the schemas
     */
    public boolean next() {
        document = documents.next();
        key = null;
        content = null;
        call = document == null ? -1 : canonicalCall();
        if (document != null && call < 0) {
            parse();
        }
        return document != null;
    }

    /**
     * Reads the document if it has the form that {@link YamlCallText} writes; returns the index of the call's schema,
     * or -1.
     */
    private int canonicalCall() {
        if (!bytes.fill(document.text()) || bytes.end >= options.limits().maxMessageBytes()) {
            return -1;
        }
        line = document.line();
        while (bytes.skip('\n')) {
            line++;
        }
        int end = bytes.at;
        while (bytes.bytes[end] > ' ' && bytes.bytes[end] != ':') {
            end++;
        }
        int begin = bytes.at;
        for (int candidate : byFirst.getOrDefault(bytes.text(begin, end), List.of())) {
            bytes.at = begin;
            canonical.reset();
            if (texts.get(candidate).readCanonical(bytes, canonical)) {
                return candidate;
            }
        }
        return -1;
    }

    private void parse() {
        YamlNode node = YamlParser.parse(document, options.limits());
        if (node.kind != YamlNode.Kind.MAPPING || node.children.isEmpty() || !fitsChain(node)) {
            YamlNode at = node.children.size() > 2 ? node.children.get(2) : node;
            throw document.error(
                    "a document must have one key, the name of a method keys=" + node.children.size() / 2 + " allowed="
                            + byMethod.keySet(),
                    at.line,
                    at.column);
        }
        content = node;
        key = node.children.get(0);
        line = key.line;
        call = identify();
    }

    /** Returns whether there is one key, or several that begin as some chained call does. */
    private boolean fitsChain(YamlNode node) {
        String first = node.children.get(0).text;
        return node.children.size() == 2
                || texts.stream()
                        .map(YamlCallText::schema)
                        .anyMatch(call -> !call.chain().isEmpty()
                                && call.chain().getFirst().methodName().equals(first));
    }

    /** Returns the names of the methods, joined by points, or null if a key is not a name. */
    private String path() {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < content.children.size(); i += 2) {
            YamlNode name = content.children.get(i);
            if (!name.isScalar()) {
                return null;
            }
            path.append(i == 0 ? "" : ".").append(name.text);
        }
        return path.toString();
    }

    private int identify() {
        String path = path();
        List<Integer> candidates = path == null ? null : byMethod.get(path);
        if (candidates == null) {
            String nearest = path == null ? "" : NearestName.hintForData(path, byMethod.keySet());
            throw error("there is no such method method=" + (content.children.size() == 2 ? key.describe() : path)
                    + nearest + " allowed=" + byMethod.keySet());
        }
        if (candidates.size() == 1) {
            return candidates.getFirst();
        }
        List<Integer> fitting = candidates.stream()
                .filter(candidate -> texts.get(candidate).fits(content))
                .toList();
        if (fitting.size() != 1) {
            throw error("the method is overloaded and its arguments fit several signatures method=" + path
                    + " candidates=" + fitting.size());
        }
        return fitting.getFirst();
    }

    private TextException error(String message) {
        return document.error(message, key.line, key.column);
    }

    /** Returns the index of the current call's schema in the given list. */
    public int call() {
        return call;
    }

    /**
     * Writes the arguments of the current call.
     *
     * @throws WireException if they do not fit the schema
     */
    public void arguments(BinaryOutput out) {
        if (document == null) {
            throw new IllegalStateException("there is no current call");
        }
        if (content == null) {
            out.writeFrom(canonical);
        } else {
            texts.get(call).read(content, new YamlSource(document, options, out));
        }
    }

    /**
     * Returns an error that occurred when the current call was decoded, with its position in the text if that is known.
     *
     * @param error the error that the {@link CallDecoder} has thrown
     * @param arguments the arguments as {@link #arguments} wrote them, at the position of the error
     */
    public WireException located(WireException error, BinaryInput arguments) {
        YamlSourceMap sourceMap = new YamlSourceMap();
        YamlSource source = new YamlSource(document, options, BinaryOutput.allocate(INITIAL_BYTES, options.limits()));
        source.recordInto(sourceMap);
        YamlNode node = content != null ? content : YamlParser.parse(document, options.limits());
        texts.get(call).read(node, source);
        return sourceMap.located(error, arguments, document);
    }

    /** Returns the number of the current call's document, from 1. */
    public int document() {
        return document == null ? 0 : document.number();
    }

    /** Returns the line of the current call's method name, from 1. */
    public int line() {
        return document == null ? 0 : line;
    }

    /**
     * Returns the comments before the current call, one per line, each from its {@code #} on; after the end, those
     * after the last call. Comments within a call are skipped.
     */
    public List<String> comments() {
        return document == null ? documents.remainingComments() : document.comments();
    }
}
