package io.millrace.interaction;

import io.millrace.wire.ValuesCodec;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** A method whose calls travel: which of its arguments are sent, and what comes back. Any thread may use it. */
final class MethodModel {

    /** The position of an argument that a method does not have. */
    static final int NONE = -1;

    private static final int MAX_CLASSES = 1_000;

    private final ModelCache cache;
    private final MethodDraft draft;
    private final ValuesCodec arguments;

    /** What it returns; null where that depends on the class of a visitor or handler. */
    private final ResultModel result;

    /** What it calls; null where that depends on the class of a handler, or where it calls nothing. */
    private final InterfaceModel listener;

    private final Map<Class<?>, ResultModel> results = new ConcurrentHashMap<>();
    private final Map<Class<?>, InterfaceModel> listeners = new ConcurrentHashMap<>();

    private final MethodHandle handle;

    MethodModel(
            ModelCache cache, MethodDraft draft, ValuesCodec arguments, ResultModel result, InterfaceModel listener) {
        this.cache = cache;
        this.draft = draft;
        this.arguments = arguments;
        this.result = result;
        this.listener = listener;
        this.handle = handle(draft.method);
    }

    private static MethodHandle handle(Method method) {
        method.trySetAccessible();
        try {
            return MethodHandles.lookup()
                    .unreflect(method)
                    .asSpreader(Object[].class, method.getParameterCount())
                    .asType(MethodType.methodType(Object.class, Object.class, Object[].class));
        } catch (IllegalAccessException e) {
            throw new InteractionException(
                    "an interface is not accessible: export its package, or open it to io.millrace.interaction method="
                            + method.toGenericString(),
                    e);
        }
    }

    /** Calls the method of an object; throws what that throws. */
    Object invoke(Object object, Object[] all) throws Throwable {
        return handle.invokeExact(object, all);
    }

    String name() {
        return draft.method.getName();
    }

    Method method() {
        return draft.method;
    }

    /**
     * Checks that a call of it can have the number of a change.
     *
     * @param target the object that is called; 0 for a service
     * @throws InteractionException if it cannot
     */
    void requireNumbered(long target) {
        boolean hasValue = draft.pattern == InteractionPattern.RESPONSE || draft.pattern == InteractionPattern.VISITOR;
        if (!hasValue || target != 0) {
            throw new InteractionException("a change with a number is a call of a service that returns a value method="
                    + this + " object=" + target);
        }
    }

    InteractionPattern pattern() {
        return draft.pattern;
    }

    /** Returns whether it releases the object on which it is called. */
    boolean isClose() {
        return draft.isClose;
    }

    boolean isAsynchronous() {
        return draft.isAsynchronous;
    }

    boolean hasListener() {
        return draft.listenerAt != NONE;
    }

    /** Returns whether a call with these arguments may be made twice. */
    boolean isIdempotent(Object[] all) {
        return draft.isIdempotent
                && (draft.visitorAt == NONE || !(all[draft.visitorAt] instanceof UpdateVisitor<?, ?>));
    }

    /** Returns the arguments with another listener. */
    Object[] withListener(Object[] all, Object itsListener) {
        Object[] changed = all.clone();
        changed[draft.listenerAt] = itsListener;
        return changed;
    }

    /** Returns the codec of the arguments that are sent. */
    ValuesCodec arguments() {
        return arguments;
    }

    /** Returns the arguments that are sent. */
    Object[] sent(Object[] all) {
        int[] positions = draft.sentAt;
        if (all == null || positions.length == all.length) {
            return all == null ? new Object[0] : all;
        }
        Object[] sent = new Object[positions.length];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = all[positions[i]];
        }
        return sent;
    }

    /** Returns all arguments. */
    Object[] all(Object[] sent, Routing routing, Object itsListener) {
        int count = draft.method.getParameterCount();
        if (count == sent.length) {
            return sent;
        }
        Object[] all = new Object[count];
        for (int i = 0; i < sent.length; i++) {
            all[draft.sentAt[i]] = sent[i];
        }
        if (draft.routingAt != NONE) {
            all[draft.routingAt] = routing;
        }
        if (draft.listenerAt != NONE) {
            all[draft.listenerAt] = itsListener;
        }
        return all;
    }

    Routing routing(Object[] all, Routing otherwise) {
        return draft.routingAt == NONE ? otherwise : Objects.requireNonNull((Routing) all[draft.routingAt], "routing");
    }

    Object listener(Object[] all) {
        return draft.listenerAt == NONE ? null : Objects.requireNonNull(all[draft.listenerAt], "listener");
    }

    /** Returns what a call with these arguments returns. */
    ResultModel result(Object[] all) {
        return result != null
                ? result
                : results.computeIfAbsent(functionClass(all), type -> {
                    requireRoom(results);
                    return draft.result(cache, resultType(type));
                });
    }

    private Type resultType(Class<?> type) {
        return draft.visitorAt != NONE ? argument(type, Visitor.class, 1) : argument(type, SessionHandler.class, 0);
    }

    /** Returns the interface of the listener of a call with these arguments. */
    InterfaceModel listenerModel(Object[] all) {
        return listener != null
                ? listener
                : listeners.computeIfAbsent(functionClass(all), type -> {
                    requireRoom(listeners);
                    return cache.of(argument(type, SessionHandler.class, 1));
                });
    }

    private static void requireRoom(Map<?, ?> models) {
        if (models.size() >= MAX_CLASSES) {
            throw new InteractionException("too many classes of functions max=" + MAX_CLASSES);
        }
    }

    private Class<?> functionClass(Object[] all) {
        int at = draft.visitorAt != NONE ? draft.visitorAt : draft.handlerAt;
        Object function = all[at];
        if (function == null) {
            throw new InteractionException("the function of a call is null method=" + draft.where() + " value=null");
        }
        return function instanceof Enum<?> constant ? constant.getDeclaringClass() : function.getClass();
    }

    private Type argument(Class<?> type, Class<?> generic, int position) {
        return TypeBindings.argument(type, generic, position)
                .orElseThrow(() -> new InteractionException("a function leaves a type open method=" + draft.where()
                        + " function=" + type.getName() + " type="
                        + generic.getTypeParameters()[position].getName()));
    }

    @Override
    public String toString() {
        return draft.where();
    }
}
