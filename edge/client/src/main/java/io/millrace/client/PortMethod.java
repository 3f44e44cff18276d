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
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A method of an interface through which a client calls a component: how its arguments become BINARY, and what has come
 * its result. Any thread may use it.
 */
final class PortMethod {

    private static final int FIRST_BYTES = 256;

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
    private final Optional<JsonCallText> resultText;

    private PortMethod(Method method, Gets gets, ValuesCodec arguments, Optional<ValuesCodec> result) {
        this.method = method;
        this.gets = gets;
        this.arguments = arguments;
        this.result = result;
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
        return new PortMethod(
                method,
                gets,
                wire.values(owner, method.getName(), parameters),
                type(method, gets)
                        .map(type -> wire.values(
                                owner, method.getName(), List.of(new DeclaredValue("result", type, method)))));
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
        BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);
        arguments.write(out, row == null ? new Object[0] : row);
        return out.toByteArray();
    }

    /** Returns a result. One that is written under another schema is read by way of JSON, as tolerantly as that is. */
    Object result(CallResult value) {
        if (result.isEmpty()) {
            return null;
        }
        byte[] bytes = value.bytes();
        CallSchema own = result.get().schema();
        boolean isSame = value.schema()
                .filter(schema -> schema.parameters().equals(own.parameters())
                        && schema.types().equals(own.types()))
                .isPresent();
        if (!isSame) {
            BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES);
            resultText.orElseThrow().write(value.json(), TextOptions.lenient(), out);
            bytes = out.toByteArray();
        }
        return result.get().decoder().read(BinaryInput.of(bytes))[0];
    }
}
