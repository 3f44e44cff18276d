package io.millrace.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The way in: messages to bytes and text and back, method writers and call decoders, for one allow-list. Instances are
 * immutable to their users and safe to share between threads; what they generate is kept and made once per type.
 */
public final class Wire {
    private static final Wire CLOSED = new Wire(Codecs.shared());

    private final Codecs codecs;

    private Wire(Codecs codecs) {
        this.codecs = codecs;
    }

    /** A wire for this allow-list. */
    public static Wire of(WireTypes types) {
        return new Wire(Codecs.of(types, null));
    }

    /**
     * The wire with an empty allow-list, one for the whole JVM. What it generates goes when its class is unloaded.
     */
    public static Wire closed() {
        return CLOSED;
    }

    /** A wire for the same allow-list whose decoders tell the observer what they pass over. */
    public Wire observed(WireObserver observer) {
        return new Wire(Codecs.of(types(), Objects.requireNonNull(observer, "observer")));
    }

    /** The allow-list. */
    public WireTypes types() {
        return codecs.types();
    }

    /**
     * The codec of a class: a record, a mutable class, a sealed type.
     *
     * @throws WireTypeException where the class, or one that it mentions, cannot be written and read
     */
    public <T> BinaryCodec<T> codec(Class<T> type) {
        return codecs.codec(type);
    }

    /**
     * The codec of a class in a format. Unknown keys in text are refused.
     *
     * @throws WireTypeException where the class, or one that it mentions, cannot be written and read in that format
     */
    public <T> WireCodec<T> codec(Class<T> type, WireFormat format) {
        return codec(type, format, TextOptions.strict());
    }

    /**
     * The codec of a class in a format.
     *
     * @param type the class of the messages
     * @param format how they are written
     * @param options what to do about unknown keys in text, and the bounds of what is read from it
     * @throws WireTypeException where the class, or one that it mentions, cannot be written and read in that format
     */
    public <T> WireCodec<T> codec(Class<T> type, WireFormat format, TextOptions options) {
        BinaryCodec<T> binary = codec(type);
        return switch (format) {
            case BINARY -> binary;
            case RAW -> new RawCodec<>(binary, options);
            case DELTA -> DeltaCodec.of(binary, DeltaOptions.defaults(), options.limits());
            case YAML, JSON, CSV -> new TranscodedCodec<>(format, binary, options);
        };
    }

    /** A decoder of what was written under another schema; see {@link BinaryDecoder}. */
    public <T> BinaryDecoder<T> decoder(Class<T> type, Schema writer) {
        return codec(type).decoder(writer);
    }

    /** The schema under which messages of a class are written. */
    public Schema schema(Class<?> type) {
        return codec(type).schema();
    }

    /**
     * The calls of the interfaces' methods, ordered by interface, name and parameters; a method that two of them have
     * in common is one call.
     *
     * @throws WireTypeException where a method is not void or a parameter cannot be written
     */
    public List<CallSchema> calls(Class<?>... interfaces) {
        return Calls.of(interfaces).schemas(codecs);
    }

    /**
     * Proxies for the interfaces that encode each call into the sink. Default methods stay as they are.
     *
     * @param sink where the calls go; it is told the place of each in {@link #calls}
     * @param interfaces the interfaces
     * @throws WireTypeException where a method is not void or a parameter cannot be written
     */
    public MethodWriter methodWriter(CallSink sink, Class<?>... interfaces) {
        Calls calls = Calls.of(interfaces);
        Map<Class<?>, Object> proxies = new LinkedHashMap<>();
        for (Class<?> type : interfaces) {
            List<CallModel> models = CallModel.of(type);
            List<Integer> numbers = calls.numbers(models);
            Function<CallSink, Object> maker =
                    codecs.keep(type, numbers, () -> CallWriterGenerator.generate(type, models, numbers, codecs));
            proxies.put(type, maker.apply(sink));
        }
        return new MethodWriter(calls.schemas(codecs), proxies);
    }

    /**
     * A decoder of calls that were written under a schema, or empty where no interface has such a method; see
     * {@link #callDecoder(CallSchema, CallHooks, Class...)}.
     *
     * @param writer the schema under which the calls were written
     * @param interfaces the interfaces of the targets
     * @throws WireTypeException where a parameter's type cannot be read at all, or several methods would do
     */
    public Optional<CallDecoder> callDecoder(CallSchema writer, Class<?>... interfaces) {
        return callDecoder(writer, CallHooks.none(), interfaces);
    }

    /**
     * A decoder of calls that were written under a schema, or empty where no interface has such a method: one of the
     * same number where both have one ({@link MethodId}), else of its name, or of its name as an {@link Alias}; default
     * methods count. Where a method is overloaded, the number of the parameters and then their types decide.
     * Parameters are matched by name or alias within each method; those that remain on both sides at the same place
     * have been renamed.
     *
     * @param writer the schema under which the calls were written
     * @param hooks what happens around the calls
     * @param interfaces the interfaces of the targets
     * @throws WireTypeException where a parameter's type cannot be read at all, or several methods would do
     */
    public Optional<CallDecoder> callDecoder(CallSchema writer, CallHooks hooks, Class<?>... interfaces) {
        List<CallModel> candidates = new ArrayList<>(Calls.taken(interfaces).models());
        Optional<CallDecoder> found = CallMatch.find(writer, candidates).map(call -> {
            Supplier<CallDecoder> maker = codecs.keep(
                    call.type(),
                    List.of(call.key(), writer),
                    () -> CallDecoderGenerator.generate(call, writer, codecs));
            return maker.get();
        });
        return hooks.around(found, writer);
    }
}
