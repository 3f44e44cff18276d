package io.millrace.fix;

import io.millrace.wire.Bytes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Makes calls of messages: each message calls the method of an interface that takes its type, with an object whose
 * members hold its fields ({@link FixTag}). A mutable class has one object for each method, which is filled again, so
 * that a message allocates nothing; a record is new each time. A method that takes {@link Bytes} gets the bytes of
 * all messages that no other method takes. One thread at a time.
 */
public final class FixCallReader {

    private final Map<String, Route> routes = new HashMap<>();
    private final FixValues types;
    private final Route others;

    /** Creates a reader for a target that implements the interfaces; null for none. */
    private FixCallReader(Object target, List<CallMethod> methods) {
        Route rest = null;
        List<String> names = new ArrayList<>();
        for (CallMethod method : methods) {
            Route route = new Route(method, target);
            if (method.msgType() == null) {
                rest = unique(rest, route);
            } else if (unique(routes.putIfAbsent(method.msgType(), route), route) == route) {
                names.add(method.msgType());
            }
        }
        types = new FixValues(names, names);
        others = rest;
    }

    private static Route unique(Route first, Route second) {
        if (first != null
                && first.method.method().getDeclaringClass()
                        != second.method.method().getDeclaringClass()) {
            throw twice(first, second);
        }
        if (first != null
                && !first.method
                        .method()
                        .getName()
                        .equals(second.method.method().getName())) {
            throw twice(first, second);
        }
        return first == null ? second : first;
    }

    private static FixBindingException twice(Route first, Route second) {
        return new FixBindingException("two methods take one type of message msgType=" + first.method.msgType()
                + " first=" + first.method.where() + " second=" + second.method.where());
    }

    /**
     * Returns a reader that calls a target.
     *
     * @param target implements the interfaces: a component, or a method writer of a channel
     * @param interfaces declare the methods, each with a message as its parameter, or the name of a session, as {@code
     * String} or {@code CharSequence}, and a message
     * @throws FixBindingException if a method or a class of a message cannot stand for a message
     */
    public static FixCallReader of(Object target, Class<?>... interfaces) {
        for (Class<?> type : interfaces) {
            if (!type.isInstance(target)) {
                throw new FixBindingException("the target does not implement the interface target="
                        + target.getClass().getName() + " interface=" + type.getName());
            }
        }
        return new FixCallReader(target, CallMethod.of(interfaces));
    }

    /** Returns a reader that only finds out whether messages fit, and calls nothing. */
    static FixCallReader checking(Class<?>... interfaces) {
        return new FixCallReader(null, CallMethod.of(interfaces));
    }

    /**
     * Calls the method that takes a message.
     *
     * @param message a message without a fault; it is read during the call
     * @param session the name of the session, for methods that take it; may be null otherwise
     * @return whether there is such a method
     * @throws FixValueException if a field does not fit its member; nothing is called then. What the method throws is
     * thrown on
     */
    public boolean read(FixMessage message, String session) {
        Route route = prepare(message);
        if (route == null) {
            return false;
        }
        route.call(session);
        return true;
    }

    /** Reads a message, and returns the method that takes it, or null if there is none. */
    Route prepare(FixMessage message) {
        Route route = route(message);
        if (route != null) {
            route.read(message);
        }
        return route;
    }

    /** Returns whether a method takes such messages. */
    boolean takes(FixMessage message) {
        return route(message) != null;
    }

    private Route route(FixMessage message) {
        int type = message.find(FixTags.MSG_TYPE);
        String name = type < 0 ? null : types.nameOf(message.bytes(), message.start(type), message.end(type));
        return name == null ? others : routes.get(name);
    }

    /** A method, what reads its message, and the object that is filled again. */
    static final class Route {
        private final CallMethod method;
        private final MethodHandle target;
        private final MessageBinding binding;
        private final Object same;
        private Object argument;

        Route(CallMethod method, Object target) {
            this.method = method;
            try {
                this.target = target == null ? null : bound(method, target);
            } catch (IllegalAccessException e) {
                throw new FixBindingException("a method cannot be called method=" + method.where(), e);
            }
            binding = method.message() == Bytes.class ? null : BindingFactory.of(method.message());
            same = binding == null ? new Bytes() : binding.isMutable() ? binding.create() : null;
        }

        private static MethodHandle bound(CallMethod method, Object target) throws IllegalAccessException {
            MethodHandle handle = BindingFactory.lookup(method.method().getDeclaringClass())
                    .unreflect(method.method())
                    .bindTo(target);
            handle = method.hasSession() ? handle : MethodHandles.dropArguments(handle, 0, String.class);
            return handle.asType(MethodType.methodType(void.class, String.class, Object.class));
        }

        private void read(FixMessage message) {
            if (binding == null) {
                argument = ((Bytes) same).set(message.bytes(), message.offset(), message.length());
            } else {
                binding.restart();
                argument = binding.read(message, 0, message.size(), 0, same);
            }
        }

        /** Calls the method with the message that was read. */
        void call(String session) {
            if (method.hasSession()) {
                Objects.requireNonNull(session, "session");
            }
            try {
                target.invokeExact(session, argument);
            } catch (Throwable e) {
                throw FieldBinding.thrown(e);
            }
        }
    }
}
