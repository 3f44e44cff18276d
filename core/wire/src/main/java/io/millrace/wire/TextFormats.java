package io.millrace.wire;

import java.util.List;
import java.util.function.Function;

/**
 * Provides the text formats, as a service; the module {@code io.millrace.text} does. The wire looks for a provider
 * once, when a text format or an observer is first used. Safe to share between threads.
 */
public interface TextFormats {
    /**
     * Returns what turns messages of a schema from BINARY into a text format and back.
     *
     * @param format YAML, JSON or CSV
     * @param schema the schema of the messages
     * @param options what to do about unknown keys, and the bounds
     * @throws WireTypeException where the format cannot hold messages of this schema
     */
    Transcoder transcoder(WireFormat format, Schema schema, TextOptions options);

    /**
     * Returns a function that reads one value in BINARY and returns its text in YAML, for a {@link WireObserver}. Any
     * number of threads may call it at once.
     *
     * @param type the type of the value
     * @param types the named types that it refers to
     */
    Function<BinaryInput, String> valueText(WireType type, List<NamedType> types);
}
