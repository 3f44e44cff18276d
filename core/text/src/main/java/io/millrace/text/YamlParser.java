package io.millrace.text;

import io.millrace.wire.WireLimits;
import io.millrace.wire.WireType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Parses one document. It refuses anchors and aliases, limits the depth, and resolves or loads nothing. */
final class YamlParser {
    private final YamlDocument document;
    private final int maxDepth;

    private YamlParser(YamlDocument document, int maxDepth) {
        this.document = document;
        this.maxDepth = maxDepth;
    }

    /** Returns the root of a document that has content. */
    static YamlNode parse(YamlDocument document, WireLimits limits) {
        YamlNode canonical = YamlCanonicalParser.parse(document);
        return canonical != null ? canonical : parseAny(document, limits);
    }

    /** Returns the root of a document that may use the whole language. */
    static YamlNode parseAny(YamlDocument document, WireLimits limits) {
        return new YamlParser(document, (limits.maxDepth() + 2) * (WireType.MAX_NESTING + 1)).parse(limits);
    }

    private YamlNode parse(WireLimits limits) {
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(
                        Math.max(limits.maxMessageBytes(), document.text().length()) + 1)
                .build();
        try {
            return parse(new ParserImpl(settings, new StreamReader(settings, document.text())));
        } catch (MarkedYamlEngineException e) {
            throw notYaml(e.getProblem(), e.getProblemMark().or(e::getContextMark), e);
        } catch (ReaderException e) {
            throw document.error(
                    "this is not YAML: a character that may not stand unescaped value=U+"
                            + Integer.toHexString(e.getCodePoint()),
                    lineOf(e.getPosition()),
                    columnOf(e.getPosition()),
                    e);
        } catch (YamlEngineException e) {
            throw document.error("this is not YAML: " + e.getMessage(), document.line(), 1, e);
        }
    }

    private YamlNode parse(ParserImpl events) {
        List<YamlNode> open = new ArrayList<>();
        YamlNode root = null;
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case Scalar, SequenceStart, MappingStart -> {
                    YamlNode node = node((NodeEvent) event);
                    if (open.isEmpty()) {
                        root = node;
                    } else {
                        open.getLast().children.add(node);
                    }
                    if (!node.isScalar()) {
                        open.add(node);
                        if (open.size() > maxDepth) {
                            throw error("the text nests too deeply limit=" + maxDepth, event);
                        }
                    }
                }
                case SequenceEnd, MappingEnd -> open.removeLast();
                case Alias -> throw error("aliases are not allowed value=*" + ((AliasEvent) event).getAlias(), event);
                default -> {}
            }
        }
        return root;
    }

    private YamlNode node(NodeEvent event) {
        if (event.getAnchor().isPresent()) {
            throw error("anchors are not allowed value=&" + event.getAnchor().get(), event);
        }
        Mark mark = event.getStartMark().orElseThrow();
        int line = document.line() + mark.getLine();
        int column = mark.getColumn() + 1;
        return switch (event) {
            case ScalarEvent scalar ->
                YamlNode.scalar(
                        scalar.getTag().orElse(null),
                        scalar.getValue(),
                        scalar.getScalarStyle() == ScalarStyle.PLAIN,
                        line,
                        column);
            case MappingStartEvent mapping ->
                YamlNode.collection(YamlNode.Kind.MAPPING, mapping.getTag().orElse(null), line, column);
            case CollectionStartEvent sequence ->
                YamlNode.collection(YamlNode.Kind.SEQUENCE, sequence.getTag().orElse(null), line, column);
            default -> throw error("unexpected content value=" + event, event);
        };
    }

    private TextException error(String message, Event event) {
        Mark mark = event.getStartMark().orElseThrow();
        return document.error(message, document.line() + mark.getLine(), mark.getColumn() + 1);
    }

    private TextException notYaml(String problem, Optional<Mark> mark, Exception cause) {
        return document.error(
                "this is not YAML: " + problem,
                document.line() + mark.map(Mark::getLine).orElse(0),
                mark.map(Mark::getColumn).orElse(0) + 1,
                cause);
    }

    private int lineOf(int codePoints) {
        String before = before(codePoints);
        return document.line() + (int) before.chars().filter(c -> c == '\n').count();
    }

    private int columnOf(int codePoints) {
        String before = before(codePoints);
        return before.length() - before.lastIndexOf('\n');
    }

    private String before(int codePoints) {
        String text = document.text();
        int points = Math.min(codePoints, text.codePointCount(0, text.length()));
        return text.substring(0, text.offsetByCodePoints(0, points));
    }
}
