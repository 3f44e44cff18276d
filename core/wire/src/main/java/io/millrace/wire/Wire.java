package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The entry point of this module: codecs of messages, method writers and call decoders, for one allow-list. Instances
 * are thread-safe; generated code is cached, one class per type.
 */
public final class Wire {
    private static final Wire CLOSED = new Wire(Codecs.shared());

    private static final int ENCODED_BYTES = 256;

    private final Codecs codecs;

    private Wire(Codecs codecs) {
        this.codecs = codecs;
    }

    /** Returns an instance with this allow-list. */
    public static Wire of(WireTypes types) {
        return new Wire(Codecs.of(types, null));
    }

    /**
     * Returns the instance with an empty allow-list, one for the whole JVM. Generated code is unloaded with the class
     * that it was generated for.
     */
    public static Wire closed() {
        return CLOSED;
    }

    /** Returns an instance with the same allow-list whose decoders notify the observer of skipped values. */
    public Wire observed(WireObserver observer) {
        return new Wire(Codecs.of(types(), Objects.requireNonNull(observer, "observer")));
    }

    /** Returns the allow-list. */
    public WireTypes types() {
        return codecs.types();
    }

    /**
     * Returns the codec of a class: a record, a mutable class or a sealed type.
     *
     * @throws WireTypeException if the class, or one that it refers to, cannot be written and read
     */
    public <T> BinaryCodec<T> codec(Class<T> type) {
        return codecs.codec(type);
    }

    /**
     * Returns the codec of a class in a format. Unknown keys in text are refused.
     *
     * @throws WireTypeException if the class, or one that it refers to, cannot be written and read in that format
     */
    public <T> WireCodec<T> codec(Class<T> type, WireFormat format) {
        return codec(type, format, TextOptions.strict());
    }

    /**
     * Returns the codec of a class in a format.
     *
     * @param type the class of the messages
     * @param format their format
     * @param options the treatment of unknown keys in text, and the limits of what is read from it
     * @throws WireTypeException if the class, or one that it refers to, cannot be written and read in that format
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

    /** Returns a decoder of messages that were written under another schema; see {@link BinaryDecoder}. */
    public <T> BinaryDecoder<T> decoder(Class<T> type, Schema writer) {
        return codec(type).decoder(writer);
    }

    /** Returns the schema under which messages of a class are written. */
    public Schema schema(Class<?> type) {
        return codec(type).schema();
    }

    /**
     * Returns the calls of the interfaces' methods, ordered by interface, name and parameters; a method that two
     * interfaces have in common is one call.
     *
     * @throws WireTypeException if a method is not void or a parameter cannot be written
     */
    public List<CallSchema> calls(Class<?>... interfaces) {
        return CallTable.written(codecs, interfaces).schemas(codecs);
    }

    /**
     * Returns proxies of the interfaces that encode each call into the sink. A default method that returns nothing is a
     * call as well: its body runs where the call is read. If its parameters cannot be written, the call of it throws a
     * {@link WireTypeException}. A default method that returns a value runs its body here, unless the value is an
     * interface of further calls.
     *
     * @param sink receives the calls; it gets the position of each in {@link #calls}
     * @param interfaces the interfaces
     * @throws WireTypeException if a method is not void or a parameter cannot be written
     */
    public MethodWriter methodWriter(CallSink sink, Class<?>... interfaces) {
        CallTable calls = CallTable.written(codecs, interfaces);
        Map<Class<?>, Object> proxies = new LinkedHashMap<>();
        for (Class<?> type : interfaces) {
            List<CallModel> models = CallModel.written(type, codecs);
            List<Integer> numbers = calls.numbers(models);
            Function<CallSink, Object> maker = codecs.computeIfAbsent(
                    type, numbers, () -> CallWriterGenerator.generate(type, models, numbers, codecs));
            proxies.put(type, maker.apply(sink));
        }
        return new MethodWriter(calls.schemas(codecs), proxies);
    }

    /**
     * Returns the codec of the arguments or of the result of a method, which need not be void.
     *
     * @param interfaceName the full name of the interface that declares the method
     * @param methodName the name of the method
     * @param values the parameters, or the result
     * @throws WireTypeException if a type cannot be written and read; it names the method and the value
     */
    public ValuesCodec values(String interfaceName, String methodName, List<DeclaredValue> values) {
        return new ValuesCodec(codecs, interfaceName, methodName, values);
    }

    /**
     * Returns a decoder of calls that were written under a schema, or empty if no interface has such a method; see
     * {@link #callDecoder(CallSchema, CallHooks, Class...)}.
     *
     * @param writer the schema under which the calls were written
     * @param interfaces the interfaces of the targets
     * @throws WireTypeException if a parameter's type is not supported, or several methods match
     */
    public Optional<CallDecoder> callDecoder(CallSchema writer, Class<?>... interfaces) {
        return callDecoder(writer, CallHooks.none(), interfaces);
    }

    /**
     * Returns a decoder of calls that were written under a schema, or empty if no interface has such a method. A method
     * matches by its number if both sides have one ({@link MethodId}), else by its name or an {@link Alias}; default
     * methods are included. If a method is overloaded, the number of the parameters decides, then their types.
     * Parameters are matched by name or alias within each method; parameters without a match that are at the same
     * position on both sides have been renamed.
     *
     * @param writer the schema under which the calls were written
     * @param hooks user code that runs around the calls
     * @param interfaces the interfaces of the targets
     * @throws WireTypeException if a parameter's type is not supported, or several methods match
     */
    public Optional<CallDecoder> callDecoder(CallSchema writer, CallHooks hooks, Class<?>... interfaces) {
        return hooks.around(decoder(writer, CallTable.of(interfaces).models()), writer);
    }

    /**
     * Returns a decoder of calls as {@link #callDecoder(CallSchema, CallHooks, Class...)} does, for a component that
     * answers: its methods may return a result, which {@link CallDecoder#takeResult()} has after the call. Methods with
     * {@link Query} are not among them.
     *
     * @param writer the schema under which the calls were written
     * @param hooks user code that runs around the calls; an interceptor or a filter hides results
     * @param interfaces the interfaces of the component
     * @throws WireTypeException if the type of a parameter or a result is not supported, or several methods match
     */
    public Optional<CallDecoder> answeredCallDecoder(CallSchema writer, CallHooks hooks, Class<?>... interfaces) {
        return hooks.around(decoder(writer, CallTable.answered(interfaces).models()), writer);
    }

    /**
     * Returns a decoder of queries that were written under a schema, or empty if no interface has such a {@link Query}.
     *
     * @param writer the schema under which the queries were written
     * @param interfaces the interfaces of the component
     * @throws WireTypeException if the type of a parameter or a result is not supported, or several methods match
     */
    public Optional<CallDecoder> queryDecoder(CallSchema writer, Class<?>... interfaces) {
        return decoder(writer, CallTable.queries(interfaces).models());
    }

    private Optional<CallDecoder> decoder(CallSchema writer, List<CallModel> models) {
        List<CallModel> candidates = new ArrayList<>(models);
        return CallMatch.find(writer, candidates).map(call -> {
            Supplier<CallDecoder> maker = codecs.computeIfAbsent(
                    call.type(),
                    List.of(call.key(), writer),
                    () -> CallDecoderGenerator.generate(call, writer, codecs));
            return maker.get();
        });
    }

    /**
     * Returns the methods of a component's interfaces that clients may call, ordered by interface, name and parameters,
     * queries last.
     *
     * @throws WireTypeException if a parameter or a result cannot be written
     */
    public List<OfferedCall> offeredCalls(Class<?>... interfaces) {
        List<OfferedCall> offered = new ArrayList<>();
        CallTable.answered(interfaces).models().forEach(call -> offered.add(offered(call)));
        CallTable.queries(interfaces).models().forEach(call -> offered.add(offered(call)));
        return List.copyOf(offered);
    }

    private OfferedCall offered(CallModel call) {
        Optional<ValuesCodec> result = MethodResult.type(call.method())
                .map(type -> values(
                        call.type().getName(), call.path(), List.of(new DeclaredValue("result", type, call.method()))));
        return new OfferedCall(call.schema(codecs), MethodResult.kind(call.method()), result);
    }

    /**
     * Returns whether two messages are of one class and have the same encoded bytes, for {@code equals} of mutable
     * classes. So {@code 0.0} differs from {@code -0.0}, and sets and maps are compared in the order in which they
     * iterate. Encodes both messages into new memory.
     *
     * @param one a message of a record or a mutable class that needs no allow-list, or null
     * @param other any object, or null
     * @throws WireTypeException if the class of both cannot be written without an allow-list
     */
    @SuppressWarnings("ReferenceEquality") // equals of the messages calls this
    public static boolean equals(Object one, Object other) {
        if (one == other) {
            return true;
        }
        if (one == null || other == null || one.getClass() != other.getClass()) {
            return false;
        }
        BinaryOutput first = encoded(one);
        BinaryOutput second = encoded(other);
        return MemorySegment.mismatch(
                        first.segment(),
                        first.start(),
                        first.position(),
                        second.segment(),
                        second.start(),
                        second.position())
                < 0;
    }

    /**
     * Returns a hash of the encoded bytes of a message, the same in every process: for {@code hashCode} of mutable
     * classes. It is easy to find messages with the same hash.
     *
     * @param message a message as for {@link #equals(Object, Object)}; null has the hash 0
     */
    public static int hash(Object message) {
        return message == null ? 0 : Arrays.hashCode(encoded(message).toByteArray());
    }

    private static BinaryOutput encoded(Object message) {
        BinaryOutput out = BinaryOutput.allocate(ENCODED_BYTES);
        write(CLOSED.codec(message.getClass()), message, out);
        return out;
    }

    @SuppressWarnings("unchecked") // the codec is that of the message's class
    private static <T> void write(BinaryCodec<T> codec, Object message, BinaryOutput out) {
        codec.write(out, (T) message);
    }

    /**
     * Returns the type of the value that the caller of a method gets: what it returns, or what answers its {@link
     * Reply}; empty where that is nothing.
     */
    public static Optional<Type> resultType(Method method) {
        return MethodResult.type(method);
    }
}
