package io.millrace.interaction;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a service calls back: its calls travel to the listener of one call of the client. A callback takes one, a
 * subscriber of a subscription as many as the client allows. Any thread may call it.
 */
final class ServerListener implements InvocationHandler {

    private final ServerSession session;
    private final long call;
    private final InterfaceModel model;
    private final boolean isCredited;
    private final AtomicLong credit = new AtomicLong();
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    /** Where the client wants the events to begin; empty for one that wants no positions. */
    private final Optional<ResumePoint> after;

    private volatile long target;

    /** Whether the service has asked where to begin. */
    private volatile boolean wasAsked;

    /** Goes before the next event; for the thread that calls. */
    private String position = "";

    ServerListener(
            ServerSession session,
            long call,
            InterfaceModel model,
            InteractionPattern pattern,
            Optional<ResumePoint> after) {
        this.session = session;
        this.call = call;
        this.model = model;
        this.isCredited = pattern == InteractionPattern.SUBSCRIPTION;
        this.after = after;
    }

    Object proxy() {
        return Proxy.newProxyInstance(model.raw().getClassLoader(), new Class<?>[] {model.raw()}, this);
    }

    boolean isCallback() {
        return model.isCallback();
    }

    /** Sets the object that belongs to it, which goes with its end; returns false where it has ended already. */
    boolean belongsTo(long number) {
        target = number;
        return !hasEnded.get();
    }

    /** Returns true once, to the thread that then tells the client. */
    boolean end() {
        return hasEnded.compareAndSet(false, true);
    }

    boolean hasEnded() {
        return hasEnded.get();
    }

    void addCredit(long count) {
        if (count < 1) {
            throw new InteractionException("credit must be at least 1 count=" + count);
        }
        credit.accumulateAndGet(count, (before, more) -> Math.min(before + more, Long.MAX_VALUE / 2));
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself alone, and asking it would end here again
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "ServerListener[" + model.name() + "]";
            };
        }
        MethodModel event = model.method(method);
        if (event != null) {
            event(event, arguments);
        } else if (isCallback() && is(method, "failed", InteractionException.class)) {
            failed((InteractionException) arguments[0]);
        } else if (is(method, "live", String.class)) {
            session.live(call, takePosition(), (String) arguments[0]);
        } else if (method.getName().equals("after")) {
            wasAsked = true;
            return after;
        } else if (method.getName().equals("position")) {
            position((ResumePoint) arguments[0], (Long) arguments[1]);
        } else if (is(method, "restarted", String.class)) {
            session.restarted(call, (String) arguments[0]);
        } else if (is(method, "ended", String.class)) {
            ended((String) arguments[0]);
        } else if (!Modifier.isAbstract(method.getModifiers())) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        } else {
            throw new InteractionException("a method cannot travel method=" + method.toGenericString());
        }
        return null;
    }

    private void position(ResumePoint complete, long event) {
        if (after.isPresent()) {
            position = complete.toText() + (event < 0 ? "" : " " + event);
        }
    }

    private String takePosition() {
        String taken = position;
        position = "";
        return taken;
    }

    /** Tells the client that it gets a snapshot, where the service did not ask what it has. */
    void begin() {
        if (!wasAsked && after.isPresent() && !after.get().isStart()) {
            session.restarted(call, "the service does not continue subscriptions");
        }
    }

    private static boolean is(Method method, String name, Class<?> parameter) {
        return method.getName().equals(name)
                && method.getParameterCount() == 1
                && method.getParameterTypes()[0] == parameter;
    }

    private void event(MethodModel event, Object[] arguments) {
        if (isCallback()) {
            if (!hasEnded.compareAndSet(false, true)) {
                throw new InteractionException("a callback was called twice method=" + event);
            }
            session.event(call, "", event, arguments);
            session.completed(this);
            return;
        }
        if (hasEnded.get()) {
            if (session.isOpen()) {
                throw new InteractionException("a subscriber was called after its end method=" + event);
            }
            return;
        }
        if (isCredited && credit.getAndUpdate(before -> before == 0 ? 0 : before - 1) == 0) {
            throw new InteractionException("a subscriber was called without credit method=" + event);
        }
        session.event(call, takePosition(), event, arguments);
    }

    private void failed(InteractionException reason) {
        if (!hasEnded.compareAndSet(false, true)) {
            throw new InteractionException("a callback was called twice method=" + model.name() + ".failed");
        }
        session.error(call, String.valueOf(reason.getMessage()));
        session.completed(this);
    }

    private void ended(String reason) {
        if (end()) {
            session.listenerEnded(call, target, reason);
        }
    }

    /** Ends it where the service has not. */
    void finish(String reason) {
        ended(reason);
    }
}
