package io.millrace.interaction;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.TextOptions;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.WireLimits;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Frames as JSON objects in UTF-8, one a frame. The first member is the kind, with the number of the call:
 *
 * <pre>
 *   {"hello":1}                                               perhaps with "name", "token"
 *   {"call":7,"on":"Prices","method":"get","arguments":...}   perhaps with "path", "transaction", "change"
 *   {"call":8,"on":3,"method":"size","arguments":[]}          on an object of the server
 *   {"answer":7,"value":...}                                  without value where the method is void
 *   {"proxy":7,"on":3}
 *   {"error":7,"text":"..."}
 *   {"event":7,"method":"price","arguments":...}
 *   {"ended":7,"text":"..."}
 *   {"live":7,"text":"..."}
 *   {"after":7,"text":"LOG/INDEX"}                            before the call
 *   {"position":7,"text":"LOG/INDEX"}                         before an event; perhaps with its index after a space
 *   {"restarted":7,"text":"..."}
 *   {"unknown":0,"text":"..."}
 *   {"release":3}
 * </pre>
 *
 * Arguments have the form of {@link JsonCallText}. Values are read and written under the reader's own schema.
 */
final class JsonFrames extends FrameFormat {

    private static final int FIRST_BYTES = 512;
    private static final int MAX_DEPTH = 200;
    private static final int MAX_NAME = 500;
    private static final int MAX_DIGITS = 18;
    private static final String NOTHING = "[]";

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private final TextOptions options;
    private final BinaryOutput written;
    private final BinaryOutput read;
    private final BinaryInput writtenInput;
    private final BinaryInput readInput;
    private final Map<ValuesCodec, JsonCallText> texts = new ConcurrentHashMap<>();
    private String values = "";

    JsonFrames(InteractionLimits limits) {
        WireLimits wire = WireLimits.defaults().withMaxMessageBytes(limits.maxFrameBytes());
        this.options = TextOptions.strict().withLimits(wire);
        this.written = BinaryOutput.allocate(FIRST_BYTES, wire);
        this.read = BinaryOutput.allocate(FIRST_BYTES, wire);
        this.writtenInput = new BinaryInput(wire);
        this.readInput = new BinaryInput(wire);
    }

    private JsonCallText text(ValuesCodec codec) {
        return texts.computeIfAbsent(codec, each -> JsonCallText.of(each.schema()));
    }

    @Override
    void write(Frame frame, ValuesCodec codec, Object[] row, FrameTransport out) {
        String arguments = codec == null ? "" : json(codec, row);
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField(
                    frame.kind.word(),
                    switch (frame.kind) {
                        case HELLO -> VERSION;
                        case RELEASE -> frame.target;
                        default -> frame.call;
                    });
            writeMembers(frame, json, arguments, codec);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not from a string
        }
        out.send(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static void writeMembers(Frame frame, JsonGenerator json, String arguments, ValuesCodec codec)
            throws IOException {
        switch (frame.kind) {
            case CALL -> {
                if (frame.target == 0) {
                    json.writeStringField("on", frame.interfaceName);
                } else {
                    json.writeNumberField("on", frame.target);
                }
                json.writeStringField("method", frame.method);
                writeIfAny(json, "path", frame.routing.path());
                writeIfAny(json, "transaction", frame.routing.transaction());
                if (frame.change != 0) {
                    json.writeNumberField("change", frame.change);
                }
                if (codec != null) { // a call that was refused is shown without
                    json.writeFieldName("arguments");
                    json.writeRawValue(arguments);
                }
            }
            case ANSWER -> {
                if (!codec.schema().parameters().isEmpty()) {
                    json.writeFieldName("value");
                    json.writeRawValue(arguments);
                }
            }
            case EVENT -> {
                json.writeStringField("method", frame.method);
                json.writeFieldName("arguments");
                json.writeRawValue(arguments);
            }
            case PROXY -> json.writeNumberField("on", frame.target);
            case ERROR, ENDED, LIVE, AFTER, POSITION, RESTARTED, UNKNOWN ->
                json.writeStringField("text", shortened(frame.text));
            case HELLO -> {
                if (frame.name != null) {
                    json.writeStringField("name", frame.name);
                }
                writeIfAny(json, "token", frame.token);
            }
            case RELEASE, SCHEMA, CHANGE -> {
                // The first member is all.
            }
        }
    }

    private static void writeIfAny(JsonGenerator json, String name, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStringField(name, value);
        }
    }

    private String json(ValuesCodec codec, Object[] row) {
        written.reset();
        codec.write(written, row);
        return text(codec).read(writtenInput.wrap(written.segment(), written.start(), written.length()));
    }

    @Override
    boolean read(ByteBuffer bytes, Frame into) {
        String text = text(bytes);
        into.kind = null;
        values = "";
        try (JsonParser json = FACTORY.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new InteractionException("a frame is a JSON object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                member(json.currentName(), json, text, into);
            }
            if (json.nextToken() != null) {
                throw new InteractionException("a frame is one JSON object");
            }
        } catch (IOException e) {
            throw new InteractionException("a frame is no JSON reason=" + brief(e.getMessage()), e);
        }
        if (into.kind == null) {
            throw new InteractionException("a frame begins with its kind known=[hello, call, after, release]");
        }
        return true;
    }

    private static String text(ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString();
        } catch (CharacterCodingException e) {
            throw new InteractionException("a frame is no UTF-8 reason=" + e.getMessage(), e);
        }
    }

    private void member(String name, JsonParser json, String text, Frame into) throws IOException {
        JsonToken token = json.nextToken();
        if (into.kind == null) {
            kind(name, json, token, into);
            return;
        }
        switch (name) {
            case "on" -> {
                if (token == JsonToken.VALUE_STRING) {
                    into.interfaceName = name(json, "on");
                } else {
                    into.target = number(json, "on");
                }
            }
            case "change" -> into.change = number(json, "change");
            case "token" -> into.token = string(json, "token");
            case "name" -> into.name = string(json, "name");
            case "method" -> into.method = name(json, "method");
            case "path" -> into.routing = new Routing(string(json, "path"), into.routing.transaction());
            case "transaction" -> into.routing = into.routing.withTransaction(string(json, "transaction"));
            case "text" -> into.text = string(json, "text");
            case "arguments", "value" -> values = raw(json, text);
            default -> throw new InteractionException("a frame has no such member member=" + brief(name));
        }
    }

    private static void kind(String name, JsonParser json, JsonToken token, Frame into) throws IOException {
        FrameKind kind = FrameKind.of(name);
        if (kind == null) {
            throw new InteractionException(
                    "a frame begins with its kind member=" + brief(name) + " known=[hello, call, after, release]");
        }
        if (token != JsonToken.VALUE_NUMBER_INT) {
            throw new InteractionException("the member is no number member=" + name);
        }
        long number = number(json, name);
        into.set(kind, kind == FrameKind.RELEASE || kind == FrameKind.HELLO ? 0 : number);
        if (kind == FrameKind.RELEASE) {
            into.target = number;
        } else if (kind == FrameKind.HELLO && number != VERSION) {
            throw new InteractionException(
                    "version of the protocol is unknown version=" + number + " known=" + VERSION);
        }
    }

    private static String brief(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "...";
    }

    private static long number(JsonParser json, String name) throws IOException {
        String digits = json.currentToken() == JsonToken.VALUE_NUMBER_INT ? json.getText() : "";
        if (digits.isEmpty() || digits.length() > MAX_DIGITS || digits.charAt(0) == '-') {
            throw new InteractionException("the member is no whole number from 0 member=" + name);
        }
        return Long.parseLong(digits);
    }

    private static String string(JsonParser json, String name) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw new InteractionException("the member is no text member=" + name);
        }
        return json.getText();
    }

    private static String name(JsonParser json, String member) throws IOException {
        String name = string(json, member);
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new InteractionException("the member is no name member=" + member + " chars=" + name.length());
        }
        return name;
    }

    /** Returns the text of a value as it was sent, so that no number changes. */
    private static String raw(JsonParser json, String text) throws IOException {
        int begin = (int) json.currentTokenLocation().getCharOffset();
        if (json.currentToken().isStructStart()) {
            json.skipChildren();
        } else {
            json.getText(); // the parser reads a scalar when it is asked for
        }
        return text.substring(begin, (int) json.currentLocation().getCharOffset());
    }

    @Override
    Object[] values(ValuesCodec codec) {
        boolean isNone = codec.schema().parameters().isEmpty();
        if (values.isEmpty() && !isNone) {
            throw new InteractionException("a frame has no arguments, or no value method="
                    + codec.schema().methodName() + " expected="
                    + codec.schema().parameters().size());
        }
        read.reset();
        text(codec).write(values.isEmpty() ? NOTHING : values, options, read);
        return codec.decoder().read(readInput.wrap(read.segment(), read.start(), read.length()));
    }
}
