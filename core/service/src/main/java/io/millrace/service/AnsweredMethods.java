package io.millrace.service;

import io.millrace.wire.OfferedCall;
import io.millrace.wire.OfferedCall.Kind;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** Finds the methods of a component's interfaces that return something to a client. */
final class AnsweredMethods {

    private AnsweredMethods() {}

    /** Returns the methods with a result, queries included. */
    static List<Method> of(Object component, WireTypes types) {
        List<Method> answered = new ArrayList<>();
        for (Class<?> type : ComponentInterfaces.of(component)) {
            List<Method> returning = new ArrayList<>();
            for (Method method : type.getMethods()) {
                if (Modifier.isAbstract(method.getModifiers()) && method.getReturnType() != void.class) {
                    returning.add(method);
                }
            }
            if (!returning.isEmpty()) {
                List<OfferedCall> offered = Wire.of(types).offeredCalls(type);
                returning.stream().filter(method -> isIn(offered, method)).forEach(answered::add);
            }
        }
        return answered;
    }

    private static boolean isIn(List<OfferedCall> offered, Method method) {
        return offered.stream()
                .anyMatch(call -> call.kind() != Kind.APPENDED
                        && call.call().chain().isEmpty()
                        && call.call().methodName().equals(method.getName()));
    }
}
