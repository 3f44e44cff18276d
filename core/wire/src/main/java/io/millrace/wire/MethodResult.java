package io.millrace.wire;

import io.millrace.wire.OfferedCall.Kind;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** What a method returns to its caller. An interface that is no value is no result: it continues a chained call. */
final class MethodResult {

    private MethodResult() {}

    static Kind kind(Method method) {
        Class<?> returned = method.getReturnType();
        if (method.isAnnotationPresent(Query.class)) {
            if (returned == void.class || returned == Reply.class) {
                throw new WireTypeException("a query returns its result at once method="
                        + method.getDeclaringClass().getName() + "." + method.getName() + " returns="
                        + returned.getName());
            }
            return Kind.QUERIED;
        }
        if (returned == void.class) {
            return Kind.APPENDED;
        }
        return returned == Reply.class ? Kind.ANSWERED_LATER : Kind.ANSWERED;
    }

    /** Returns whether the method returns the interface of the calls that follow it. */
    static boolean isLink(Method method) {
        Class<?> returned = method.getReturnType();
        return returned.isInterface()
                && !returned.isAnnotation()
                && !returned.isSealed()
                && !CharSequence.class.isAssignableFrom(returned)
                && !Collection.class.isAssignableFrom(returned)
                && !Map.class.isAssignableFrom(returned)
                && !method.isAnnotationPresent(Query.class);
    }

    /** Returns the type of the value that the caller gets; empty where there is none. */
    static Optional<Type> type(Method method) {
        return switch (kind(method)) {
            case APPENDED -> Optional.empty();
            case ANSWERED, QUERIED -> Optional.of(method.getGenericReturnType());
            case ANSWERED_LATER ->
                method.getGenericReturnType() instanceof ParameterizedType later
                        ? Optional.of(later.getActualTypeArguments()[0]).filter(type -> type != Void.class)
                        : Optional.of(Object.class);
        };
    }
}
