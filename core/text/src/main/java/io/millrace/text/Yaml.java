package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimits;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Converts messages to YAML, which {@code docs/format/yaml.md} describes, and back. Instances behave as immutable and
 * are safe to share between threads.
 */
public final class Yaml {
    private static final Yaml CLOSED = new Yaml(Wire.closed());

    private final Wire wire;
    private final ClassValue<YamlText> texts = new ClassValue<>() {
        @Override
        protected YamlText computeValue(Class<?> type) {
            return YamlText.of(wire.schema(type));
        }
    };

    /** Kept for the next text; a thread that finds them taken creates its own. */
    private final AtomicReference<YamlBuffers> buffers = new AtomicReference<>();

    private Yaml(Wire wire) {
        this.wire = wire;
    }

    /** Returns the YAML of the messages of a wire. */
    public static Yaml of(Wire wire) {
        return new Yaml(wire);
    }

    /**
     * Returns the text of a message, with an empty allow-list. A class whose {@code toString()} is {@code return
     * Yaml.toYaml(this);} has messages with a text that {@link #fromYaml} reads back.
     *
     * @throws WireException if it cannot be written
     */
    public static String toYaml(Object message) {
        return CLOSED.write(message);
    }

    /**
     * Returns the message of a text, with an empty allow-list. An unknown key is an error.
     *
     * @throws WireException if the text is not one document that fits the class; it has line and column
     */
    public static <T> T fromYaml(Class<T> type, String text) {
        return CLOSED.read(type, text, TextOptions.strict());
    }

    /**
     * Returns the text of one call, without its classes. A caller that writes many calls keeps a {@link YamlCallText}
     * for each schema.
     *
     * @throws WireException if the bytes are not such arguments
     */
    public static String ofCall(CallSchema schema, BinaryInput arguments) {
        StringBuilder text = new StringBuilder();
        YamlCallText.of(schema).write(arguments, text);
        return text.toString();
    }

    /**
     * Returns the text of a message.
     *
     * @throws WireException if it cannot be written
     */
    public String write(Object message) {
        Class<?> type = message instanceof Enum<?> constant ? constant.getDeclaringClass() : message.getClass();
        return write(type, message);
    }

    private <T> String write(Class<T> type, Object message) {
        YamlBuffers taken = YamlBuffers.take(buffers);
        wire.codec(type).write(taken.out, type.cast(message));
        texts.get(type).write(taken.written(), taken.text);
        String text = taken.text.toString();
        taken.giveBack(buffers);
        return text;
    }

    /**
     * Returns the message of a text. A missing key has the default of the class ({@link io.millrace.wire.Default}, or
     * for a primitive the value that the constructor of a mutable class assigns), null, or 0 for a primitive.
     *
     * @param type the class of the message
     * @param text one document
     * @param options how to treat unknown keys, and the limits
     * @throws WireException if the text is not one document that fits the class; it has line and column
     */
    public <T> T read(Class<T> type, String text, TextOptions options) {
        YamlText yaml = texts.get(type);
        boolean hasDefaultLimits = options.limits().equals(WireLimits.defaults());
        YamlBuffers taken = hasDefaultLimits ? YamlBuffers.take(buffers) : new YamlBuffers(options.limits());
        yaml.read(text, taken.bytes, options, taken.out);
        BinaryInput written = taken.written();
        T message;
        try {
            message = wire.codec(type).decoder().read(written);
        } catch (WireException e) {
            throw yaml.located(text, options, e, written);
        }
        if (hasDefaultLimits) {
            taken.giveBack(buffers);
        }
        return message;
    }

    /**
     * Returns the differences between two messages, none if they are equal; each has a line of text for people.
     *
     * @throws WireException if one of them cannot be written
     */
    public List<Difference> differences(Object left, Object right) {
        return Difference.ofTexts(write(left), write(right));
    }
}
