package io.millrace.service;

import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.Reply;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How the answers of a method are recorded: as a call of a reserved interface that names the call it answers. */
final class AnswerForm {

    /** The reserved interface of values. */
    static final String INTERFACE = "io.millrace.service.Answers";

    /** How many parameters of a record are before the result. */
    static final int NAMING_PARAMETERS = 3;

    private final String key;
    private final boolean isLater;
    private final boolean isEmpty;
    private final ValuesCodec codec;

    private AnswerForm(String key, boolean isLater, boolean isEmpty, ValuesCodec codec) {
        this.key = key;
        this.isLater = isLater;
        this.isEmpty = isEmpty;
        this.codec = codec;
    }

    static AnswerForm of(Wire wire, Method method) {
        Optional<Type> result = Wire.resultType(method);
        List<DeclaredValue> values = new ArrayList<>();
        values.add(new DeclaredValue("channel", String.class, String.class));
        values.add(new DeclaredValue("client", String.class, String.class));
        values.add(new DeclaredValue("number", long.class, String.class));
        result.ifPresent(type -> values.add(new DeclaredValue("result", type, method)));
        return new AnswerForm(
                key(method),
                method.getReturnType() == Reply.class,
                result.isEmpty(),
                wire.values(INTERFACE, method.getName(), values));
    }

    /** Returns the name of a method that returns an answer, which a later version of it keeps. */
    static String key(Method method) {
        StringBuilder key = new StringBuilder(method.getName()).append('(');
        for (int i = 0; i < method.getParameterCount(); i++) {
            key.append(i == 0 ? "" : ",").append(method.getParameters()[i].getName());
        }
        return key.append(')').toString();
    }

    String key() {
        return key;
    }

    /** Returns whether the method returns a {@link Reply}. */
    boolean isLater() {
        return isLater;
    }

    CallSchema schema() {
        return codec.schema();
    }

    /** Writes the record of an answer. */
    void write(BinaryOutput out, String channel, String client, long number, Object result) {
        if (isEmpty) {
            codec.write(out, channel, client, number);
        } else {
            codec.write(out, channel, client, number, result);
        }
    }

    /** Returns the schema of the result alone, of a record of a value. */
    static CallSchema result(CallSchema record) {
        return new CallSchema(
                INTERFACE,
                record.methodName(),
                record.parameters()
                        .subList(NAMING_PARAMETERS, record.parameters().size()),
                record.types());
    }
}
