package io.millrace.client;

import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.Query;
import io.millrace.wire.Reply;
import io.millrace.wire.TextOptions;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A method of an interface through which a client calls a component: how its arguments become BINARY, and what has come
 * its result. Any thread may use it.
 */
final class PortMethod {

    private static final int FIRST_BYTES = 256;

    /** The longest arguments whose memory is kept for the next call. */
    private static final int MAX_KEPT_BYTES = 1 << 16;

    private static final Object[] NOTHING = {};

    /** What the caller gets. */
    enum Gets {
        /** Nothing; the call is on its way. */
        NOTHING,
        /** The result, for which the thread waits. */
        RESULT,
        /** A stage that completes with the result. */
        STAGE
    }

    private final Method method;
    private final Gets gets;
    private final ValuesCodec arguments;
    private final Optional<ValuesCodec> result;

    /** The same result as a primitive value, which a component returns where this side has a stage of the object. */
    private final Optional<ValuesCodec> primitive;

    private final Optional<JsonCallText> resultText;

    /** An output that no thread uses, since its memory is outside the heap; null where there is none. */
    private final AtomicReference<BinaryOutput> spare = new AtomicReference<>();

    /** How the last result in BINARY was read; null before the first one. */
    private volatile Reading reading;

    /**
     * How results under a schema are read.
     *
     * @param schema the schema, as it was declared in one connection
     * @param codec reads them; empty where the schema is another one than those of this side
     * @param text makes them JSON
     */
    private record Reading(CallSchema schema, Optional<ValuesCodec> codec, JsonCallText text) {}

    private PortMethod(
            Method method,
            Gets gets,
            ValuesCodec arguments,
            Optional<ValuesCodec> result,
            Optional<ValuesCodec> primitive) {
        this.method = method;
        this.gets = gets;
        this.arguments = arguments;
        this.result = result;
        this.primitive = primitive;
        this.resultText = result.map(codec -> JsonCallText.named(codec.schema()));
    }

    /**
     * Reads the declaration of a method.
     *
     * @throws ClientException where it returns a {@link Reply}, which is for components
     * @throws io.millrace.wire.WireTypeException where a type cannot be written or read
     */
    static PortMethod of(Wire wire, Method method) {
        String owner = method.getDeclaringClass().getName();
        if (method.getReturnType() == Reply.class) {
            throw new ClientException("a client gets the answer, as a value or as a CompletionStage of it, where the"
                    + " component returns a Reply method=" + owner + "." + method.getName());
        }
        List<DeclaredValue> parameters = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            parameters.add(new DeclaredValue(parameter.getName(), parameter.getParameterizedType(), parameter));
        }
        Gets gets = method.getReturnType() == void.class
                ? Gets.NOTHING
                : CompletionStage.class.isAssignableFrom(method.getReturnType()) ? Gets.STAGE : Gets.RESULT;
        Optional<Type> type = type(method, gets);
        return new PortMethod(
                method,
                gets,
                wire.values(owner, method.getName(), parameters),
                type.map(each -> result(wire, method, each)),
                type.flatMap(PortMethod::primitive).map(each -> result(wire, method, each)));
    }

    private static ValuesCodec result(Wire wire, Method method, Type type) {
        return wire.values(
                method.getDeclaringClass().getName(),
                method.getName(),
                List.of(new DeclaredValue("result", type, method)));
    }

    /** Returns the primitive type of values of a type, where there is one. */
    private static Optional<Type> primitive(Type type) {
        return type instanceof Class<?> wrapper && wrapper != Void.class
                ? Optional.<Type>of(MethodType.methodType(wrapper).unwrap().returnType())
                        .filter(unwrapped -> !unwrapped.equals(type))
                : Optional.empty();
    }

    private static Optional<Type> type(Method method, Gets gets) {
        Type returned = method.getGenericReturnType();
        Type value = gets == Gets.STAGE && returned instanceof ParameterizedType stage
                ? stage.getActualTypeArguments()[0]
                : returned;
        return gets == Gets.NOTHING || value == Void.class ? Optional.empty() : Optional.of(value);
    }

    String name() {
        return method.getName();
    }

    Gets gets() {
        return gets;
    }

    boolean isQuery() {
        return method.isAnnotationPresent(Query.class);
    }

    CallSchema schema() {
        return arguments.schema();
    }

    /** Returns the arguments of a call in BINARY. */
    byte[] encode(Object[] row) {
        BinaryOutput kept = spare.getAndSet(null);
        BinaryOutput out = kept == null ? BinaryOutput.allocate(FIRST_BYTES) : kept;
        out.reset();
        arguments.write(out, row == null ? NOTHING : row);
        byte[] bytes = out.toByteArray();
        if (bytes.length <= MAX_KEPT_BYTES) {
            spare.set(out);
        }
        return bytes;
    }

    /** Returns a result. One that is written under another schema is read by way of JSON, as tolerantly as that is. */
    Object result(CallResult value) {
        if (result.isEmpty()) {
            return null;
        }
        String json;
        if (value.schema().isPresent()) {
            Reading how = reading(value.schema().get());
            if (how.codec().isPresent()) {
                return how.codec().get().decoder().read(BinaryInput.of(value.bytes()))[0];
            }
            json = value.json(how.text());
        } else {
            json = value.text();
        }
        BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);
        resultText.orElseThrow().write(json, TextOptions.lenient(), out);
        return result.get().decoder().read(BinaryInput.of(out.toByteArray()))[0];
    }

    @SuppressWarnings("ReferenceEquality") // a connection has one object for each schema; another one is compared
    private Reading reading(CallSchema schema) {
        Reading last = reading;
        if (last == null || last.schema() != schema) {
            Optional<ValuesCodec> same = result.filter(codec -> isSame(codec, schema))
                    .or(() -> primitive.filter(codec -> isSame(codec, schema)));
            last = new Reading(schema, same, JsonCallText.named(schema));
            reading = last;
        }
        return last;
    }

    private static boolean isSame(ValuesCodec codec, CallSchema schema) {
        CallSchema own = codec.schema();
        return schema.parameters().equals(own.parameters()) && schema.types().equals(own.types());
    }
}
