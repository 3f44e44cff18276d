package io.millrace.interaction;

import io.millrace.wire.DeclaredValue;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Finds out which pattern a method follows, and what of it cannot travel. Each error names the method, and the
 * parameter and the type where it is about one.
 */
final class MethodDraft {

    final Method method;
    InteractionPattern pattern = InteractionPattern.RESPONSE;
    int routingAt = MethodModel.NONE;
    int listenerAt = MethodModel.NONE;
    int visitorAt = MethodModel.NONE;
    int handlerAt = MethodModel.NONE;
    boolean isAsynchronous;
    boolean isClose;
    boolean isIdempotent;
    int[] sentAt;

    private final Class<?> declaring;
    private final TypeBindings bindings;
    private final List<DeclaredValue> sent = new ArrayList<>();
    private Type listenerType;
    private Type state = Object.class;

    MethodDraft(Class<?> declaring, TypeBindings bindings, Method method) {
        this.declaring = declaring;
        this.bindings = bindings;
        this.method = method;
    }

    String where() {
        return declaring.getName() + "." + method.getName();
    }

    /** Returns the model of an event: a void method whose arguments are all sent. */
    MethodModel event(ModelCache cache) {
        pattern = InteractionPattern.EVENT;
        if (method.getReturnType() != void.class) {
            throw refused("a method of a listener returns void returns="
                    + method.getGenericReturnType().getTypeName());
        }
        Parameter[] parameters = method.getParameters();
        sentAt = new int[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            sentAt[i] = i;
            sent.add(declared(parameters[i], bindings.resolve(parameters[i].getParameterizedType())));
        }
        return new MethodModel(cache, this, arguments(cache), null, null);
    }

    /** Returns the model of a call; null for a visitor or handler of which the allow-list has none. */
    MethodModel call(ModelCache cache) {
        parameters(cache);
        boolean lacksVisitor = visitorAt != MethodModel.NONE && !cache.hasAny(Visitor.class, state);
        boolean lacksHandler = handlerAt != MethodModel.NONE && !cache.hasAny(SessionHandler.class, Object.class);
        if (lacksVisitor || lacksHandler) {
            return null;
        }
        isClose = method.getName().equals("close")
                && method.getParameterCount() == 0
                && method.getReturnType() == void.class;
        Type returned = returned();
        boolean isOpen = TypeBindings.isOpen(returned);
        pattern = pattern(cache, returned);
        isIdempotent = method.isAnnotationPresent(Idempotent.class);
        check(cache, returned, isOpen);
        ResultModel result = isOpen ? null : result(cache, returned);
        boolean isListenerOpen = listenerType == null || TypeBindings.isOpen(listenerType);
        return new MethodModel(cache, this, arguments(cache), result, isListenerOpen ? null : cache.of(listenerType));
    }

    private void parameters(ModelCache cache) {
        Parameter[] parameters = method.getParameters();
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            Type type = bindings.resolve(parameters[i].getParameterizedType());
            Class<?> raw = rawOrBound(type);
            boolean isLast = i == parameters.length - 1;
            if (raw == Routing.class) {
                routingAt = once(routingAt, i, "two parameters are the routing");
            } else if (isListener(raw)) {
                if (!isLast) {
                    throw refused("a listener is the last parameter parameter=" + parameters[i].getName() + " type="
                            + raw.getName());
                }
                listenerAt = i;
                listenerType = type;
            } else {
                function(raw, type, i);
                Type declared = visitorAt == i || handlerAt == i ? raw : type;
                requireValue(cache, parameters[i], declared);
                positions.add(i);
                sent.add(declared(parameters[i], declared));
            }
        }
        sentAt = positions.stream().mapToInt(Integer::intValue).toArray();
    }

    private void function(Class<?> raw, Type type, int at) {
        if (Visitor.class.isAssignableFrom(raw)) {
            visitorAt = once(visitorAt, at, "two parameters are visitors");
            state = TypeBindings.of(type).resolve(Visitor.class.getTypeParameters()[0]);
        } else if (SessionHandler.class.isAssignableFrom(raw)) {
            handlerAt = once(handlerAt, at, "two parameters are handlers");
        }
    }

    private int once(int before, int at, String problem) {
        if (before != MethodModel.NONE) {
            throw refused(problem);
        }
        return at;
    }

    private static Class<?> rawOrBound(Type type) {
        return type instanceof TypeVariable<?> variable
                ? TypeBindings.raw(variable.getBounds()[0])
                : TypeBindings.raw(type);
    }

    private static boolean isListener(Class<?> raw) {
        return raw.isInterface() && (Callback.class.isAssignableFrom(raw) || Subscriber.class.isAssignableFrom(raw));
    }

    private void requireValue(ModelCache cache, Parameter parameter, Type type) {
        requireVisible(type);
        if (isObject(cache, TypeBindings.raw(type))) {
            throw refused(
                    "an object cannot be sent: the interface is not sealed, and the allow-list has no class of it;"
                            + " one that is called back extends Callback or Subscriber parameter=" + parameter.getName()
                            + " type=" + type.getTypeName());
        }
    }

    /**
     * Refuses a generic message whose argument is a class that its package cannot see: the code that writes it is in
     * that package.
     */
    private void requireVisible(Type type) {
        if (!(type instanceof BoundType generic)) {
            return;
        }
        for (Type argument : generic.arguments()) {
            Class<?> raw = TypeBindings.raw(argument);
            boolean isSeen = Modifier.isPublic(raw.getModifiers())
                    || raw.getPackage() == generic.raw().getPackage()
                    || generic.raw().getName().startsWith("java.")
                    || generic.raw().isInterface();
            if (!isSeen) {
                throw refused("a type argument of a message in another package is public type=" + raw.getName()
                        + " message=" + generic.raw().getName());
            }
            requireVisible(argument);
        }
    }

    private static DeclaredValue declared(Parameter parameter, Type type) {
        return new DeclaredValue(parameter.getName(), type, parameter);
    }

    private Type returned() {
        Type type = bindings.resolve(method.getGenericReturnType());
        Class<?> raw = TypeBindings.raw(type);
        if (raw == CompletionStage.class || raw == CompletableFuture.class) {
            if (!(type instanceof ParameterizedType stage)) {
                throw refused("what a stage gives must be stated returns=" + type.getTypeName());
            }
            isAsynchronous = true;
            return stage.getActualTypeArguments()[0];
        }
        return type;
    }

    private InteractionPattern pattern(ModelCache cache, Type returned) {
        Class<?> raw = TypeBindings.raw(returned);
        if (method.isAnnotationPresent(OneWay.class)) {
            return InteractionPattern.ONE_WAY;
        }
        if (visitorAt != MethodModel.NONE) {
            return InteractionPattern.VISITOR;
        }
        if (handlerAt != MethodModel.NONE) {
            return InteractionPattern.HANDLER;
        }
        if (raw == Subscription.class) {
            return InteractionPattern.SUBSCRIPTION;
        }
        if (listenerAt != MethodModel.NONE) {
            return InteractionPattern.CALLBACK;
        }
        return isObject(cache, raw) ? InteractionPattern.PROXY : InteractionPattern.RESPONSE;
    }

    private void check(ModelCache cache, Type returned, boolean isOpen) {
        boolean isSubscriber = listenerType != null && Subscriber.class.isAssignableFrom(rawOrBound(listenerType));
        switch (pattern) {
            case ONE_WAY ->
                require(
                        returned == void.class && listenerAt == MethodModel.NONE,
                        "a one-way method returns void and has no listener");
            case CALLBACK ->
                require(
                        returned == void.class && !isSubscriber,
                        "a method with a callback returns void, and one with a subscriber returns a Subscription");
            case SUBSCRIPTION -> require(isSubscriber, "a method that returns a Subscription ends with a Subscriber");
            case HANDLER -> require(isSubscriber, "a method that takes a SessionHandler ends with its Subscriber");
            case VISITOR -> require(listenerAt == MethodModel.NONE, "a method that takes a visitor has no listener");
            default -> {
                // What it returns is checked with its type.
            }
        }
        boolean hasValue = pattern == InteractionPattern.RESPONSE || pattern == InteractionPattern.VISITOR;
        require(!isIdempotent || hasValue, "a method that is idempotent returns a value");
        boolean hasFunction = visitorAt != MethodModel.NONE || handlerAt != MethodModel.NONE;
        if (isOpen && !(hasFunction && returned instanceof TypeVariable<?>)) {
            throw refused("what a method returns is left open returns=" + returned.getTypeName());
        }
        if (pattern == InteractionPattern.HANDLER && !isOpen) {
            require(isObject(cache, TypeBindings.raw(returned)), "a method that takes a handler returns its calls");
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw refused(
                    otherwise + " returns=" + method.getGenericReturnType().getTypeName());
        }
    }

    /** Returns the model of what is returned, whose type is known. */
    ResultModel result(ModelCache cache, Type type) {
        Class<?> raw = TypeBindings.raw(type);
        if (raw == void.class || raw == Void.class) {
            return new ResultModel(values(cache.wire(), List.of()), null);
        }
        if (!isObject(cache, raw)) {
            requireVisible(type);
            return new ResultModel(values(cache.wire(), List.of(new DeclaredValue("result", type, method))), null);
        }
        if (raw != Subscription.class && !hasClose(raw)) {
            throw refused(
                    "an object that travels needs a method close(), which releases it returns=" + type.getTypeName());
        }
        return new ResultModel(null, cache.of(type));
    }

    private static boolean hasClose(Class<?> raw) {
        try {
            return raw.getMethod("close").getReturnType() == void.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private ValuesCodec arguments(ModelCache cache) {
        Wire wire = cache.wire();
        if (visitorAt != MethodModel.NONE) {
            wire = cache.wireFor(Visitor.class, state);
        }
        return values(wire, sent);
    }

    private ValuesCodec values(Wire wire, List<DeclaredValue> values) {
        try {
            return wire.values(declaring.getName(), method.getName(), values);
        } catch (WireException e) {
            throw new InteractionException("a method cannot travel method=" + where() + ": " + e.getMessage(), e);
        }
    }

    /** Returns whether a type is that of an object whose calls travel, and not that of a value. */
    private static boolean isObject(ModelCache cache, Class<?> raw) {
        boolean isValue = !raw.isInterface()
                || raw.isSealed()
                || raw.isAnnotation()
                || Collection.class.isAssignableFrom(raw)
                || Map.class.isAssignableFrom(raw)
                || CharSequence.class.isAssignableFrom(raw)
                || raw == Optional.class
                || Visitor.class.isAssignableFrom(raw)
                || SessionHandler.class.isAssignableFrom(raw);
        return !isValue && cache.types().allowed().stream().noneMatch(raw::isAssignableFrom);
    }

    private InteractionException refused(String problem) {
        return new InteractionException("a method cannot travel: " + problem + " method=" + where());
    }
}
