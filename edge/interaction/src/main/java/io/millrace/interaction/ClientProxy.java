package io.millrace.interaction;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/** An object of a client whose calls travel to the server: a service by its name, or an object that it has answered. */
final class ClientProxy implements InvocationHandler {

    private final CallTarget client;
    private final InterfaceModel model;
    private final long target;
    private final Routing routing;

    /** The number of the change that a call is; 0 for none. */
    private final long change;

    private final AtomicBoolean isReleased = new AtomicBoolean();

    private ClientProxy(CallTarget client, InterfaceModel model, long target, Routing routing, long change) {
        this.client = client;
        this.model = model;
        this.target = target;
        this.routing = routing;
        this.change = change;
    }

    static Object create(CallTarget client, InterfaceModel model, long target, Routing routing) {
        return create(client, model, target, routing, 0);
    }

    static Object create(CallTarget client, InterfaceModel model, long target, Routing routing, long change) {
        return Proxy.newProxyInstance(
                model.raw().getClassLoader(),
                new Class<?>[] {model.raw()},
                new ClientProxy(client, model, target, routing, change));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        MethodModel called = model.method(method);
        if (called == null) {
            return local(proxy, method, arguments);
        }
        if (target != 0 && called.isClose()) {
            if (isReleased.compareAndSet(false, true)) {
                client.release(target);
            }
            return null;
        }
        if (isReleased.get()) {
            throw new InteractionException("the object was closed interface=" + model.name());
        }
        return client.call(model, called, target, arguments, routing, change);
    }

    @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself alone, and asking it would end here again
    private Object local(Object proxy, Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "ClientProxy[" + model.name() + (target == 0 ? "" : " " + target) + "]";
            default -> {
                if (Modifier.isAbstract(method.getModifiers())) {
                    throw new InteractionException("no function that this method takes is on the allow-list method="
                            + method.toGenericString());
                }
                yield InvocationHandler.invokeDefault(proxy, method, arguments);
            }
        };
    }
}
