package io.millrace.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Utf8;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** One JSON value during its conversion to BINARY: the parser, the output, and the current path. */
final class JsonSource extends TextPath implements AutoCloseable {
    private static final int MAX_SHOWN = 100;
    /** More than messages of one schema can need; their depth has another limit. */
    private static final int MAX_NESTING = 100_000;

    private static final int MAX_NUMBER_CHARS = 100_100;

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNumberLength(MAX_NUMBER_CHARS)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    final TextOptions options;
    final BinaryOutput out;
    private final byte[] bytes;
    private final int length;
    private final JsonParser parser;

    JsonSource(byte[] bytes, int length, TextOptions options, BinaryOutput out) {
        this.bytes = bytes;
        this.length = length;
        this.options = options;
        this.out = out;
        requireUtf8();
        try {
            parser = JSON.createParser(bytes, 0, length);
        } catch (IOException e) {
            throw new TextException("the text cannot be read error=" + e.getMessage(), 1, 1, 1, e);
        }
    }

    /**
     * Checks that the text is UTF-8: the parser would also accept some invalid UTF-8, and guess other encodings from
     * zeros and byte order marks.
     */
    private void requireUtf8() {
        int line = 1;
        int lineStart = 0;
        int at = 0;
        while (at < length) {
            int size = bytes[at] > 0 ? 1 : bytes[at] == 0 ? 0 : Utf8.sequence(bytes, at, length);
            if (size == 0) {
                throw new TextException(
                        "this is not JSON error=\"no UTF-8\" byte=0x"
                                + HexFormat.of().toHexDigits(bytes[at]) + " offset=" + at,
                        1,
                        line,
                        at - lineStart + 1,
                        null);
            }
            if (bytes[at] == '\n') {
                line++;
                lineStart = at + 1;
            }
            at += size;
        }
    }

    /** Advances to the next token. */
    JsonToken next() {
        JsonToken token = nextOrEnd();
        if (token == null) {
            throw error("the text ends within a value");
        }
        return token;
    }

    /** Advances to the next token; returns null at the end. */
    JsonToken nextOrEnd() {
        try {
            return parser.nextToken();
        } catch (IOException | IllegalStateException e) {
            throw malformed(e);
        }
    }

    /** Throws {@link TextException} if anything follows. */
    void requireEnd() {
        if (nextOrEnd() != null) {
            throw error("the text has more than one value");
        }
    }

    JsonToken token() {
        return parser.currentToken();
    }

    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    /** Returns the current name, or the text of the current value. */
    String text() {
        try {
            return parser.currentToken() == JsonToken.FIELD_NAME ? parser.currentName() : parser.getText();
        } catch (IOException | IllegalStateException e) {
            throw malformed(e);
        }
    }

    /** Returns the current whole number, which must be in this range. */
    long number(long least, long most, JsonScalar shape) {
        try {
            JsonParser.NumberType type = parser.getNumberType();
            if (type == JsonParser.NumberType.INT || type == JsonParser.NumberType.LONG) {
                long value = parser.getLongValue();
                if (value >= least && value <= most) {
                    return value;
                }
            }
            throw wrong(shape.expected());
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Returns whether the current whole number fits an int. */
    boolean isInt() {
        try {
            return parser.getNumberType() == JsonParser.NumberType.INT;
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    /** Skips the current value. */
    void skipValue() {
        try {
            parser.skipChildren();
        } catch (IOException | IllegalStateException e) {
            throw malformed(e);
        }
    }

    /**
     * Returns the {@code @type} of the object whose brace is the current token, wherever it is in the object; null if
     * it is missing.
     */
    String type() {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        try (JsonParser ahead = JSON.createParser(bytes, from, length - from)) {
            ahead.nextToken();
            while (ahead.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = ahead.currentName().equals(JsonNames.TYPE);
                JsonToken value = ahead.nextToken();
                if (found) {
                    return value == JsonToken.VALUE_STRING ? ahead.getText() : null;
                }
                ahead.skipChildren();
            }
            return null;
        } catch (IOException | IllegalStateException e) {
            throw malformed(e);
        }
    }

    /** Returns the names of the outermost object of a whole text, which is that of this source. */
    List<String> names(String text) {
        List<String> names = new ArrayList<>();
        try (JsonParser whole = JSON.createParser(text)) {
            whole.nextToken();
            while (whole.nextToken() == JsonToken.FIELD_NAME) {
                names.add(whole.currentName());
                whole.nextToken();
                whole.skipChildren();
            }
            return names;
        } catch (IOException | IllegalStateException e) {
            throw malformed(e);
        }
    }

    private TextException malformed(Exception e) {
        String message = e instanceof JsonProcessingException json ? JsonErrors.problem(json) : e.getMessage();
        return error(
                "this is not JSON error=\"" + shortened(String.valueOf(message)) + "\"", parser.currentLocation(), e);
    }

    TextException error(String message) {
        return error(message, parser.currentTokenLocation(), null);
    }

    private TextException error(String message, JsonLocation at, Exception cause) {
        return new TextException(
                message + path(), 1, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), cause);
    }

    /** Returns an error about a value that does not fit the schema. */
    TextException wrong(String expected) {
        return error("a value is wrong value=" + describe() + " expected=\"" + expected + "\"");
    }

    /** Returns the current value, for errors and observers. */
    String describe() {
        JsonToken token = token();
        if (token == null) {
            return "(nothing)";
        }
        return switch (token) {
            case START_OBJECT -> "(an object)";
            case START_ARRAY -> "(an array)";
            default -> shortened(text());
        };
    }

    static String shortened(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw malformed(e);
        }
    }
}
