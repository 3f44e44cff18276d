package io.millrace.wire;

import java.util.List;
import java.util.function.Function;

/**
 * The service that provides the text formats; the module {@code io.millrace.text} implements it. A provider is looked
 * up once, when a text format or an observer is first used. Thread-safe.
 */
public interface TextFormats {
    /**
     * Returns a transcoder of messages of a schema between BINARY and a text format.
     *
     * @param format YAML, JSON or CSV
     * @param schema the schema of the messages
     * @param options the treatment of unknown keys, and the limits
     * @throws WireTypeException if the format cannot represent messages of this schema
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
