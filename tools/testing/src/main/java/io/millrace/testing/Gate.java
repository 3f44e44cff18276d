package io.millrace.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Stands in front of a component, so that a call that the component refuses can be told from one that could not be
 * read, and so that the arguments can be scribbled over once the component has returned. Used by one thread.
 */
final class Gate implements InvocationHandler {
    /** What happens to the arguments after a call. */
    enum Arguments {
        /** Nothing ever. */
        KEPT,
        /** As in a running service: mutable ones hold the next call of the method when that comes. */
        REUSED,
        /** Whatever can be changed in them is changed at once. */
        SCRIBBLED
    }

    /** What the component itself has thrown. */
    static final class ComponentFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ComponentFailure(RuntimeException cause) {
            super(cause);
        }
    }

    private final Object component;
    private final Arguments arguments;
    private final Scribbler scribbler = new Scribbler();

    private Gate(Object component, Arguments arguments) {
        this.component = component;
        this.arguments = arguments;
    }

    /**
     * Returns an object that takes the calls of these interfaces; what the component throws is thrown as {@link
     * ComponentFailure}.
     */
    static Object of(Object component, Arguments arguments, Class<?>... interfaces) {
        return Proxy.newProxyInstance(
                component.getClass().getClassLoader(), interfaces, new Gate(component, arguments));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] values) throws Throwable {
        try {
            method.setAccessible(true);
            return method.invoke(component, values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw new ComponentFailure(thrown);
            }
            throw e.getCause();
        } finally {
            if (arguments == Arguments.SCRIBBLED && values != null) {
                for (Object value : values) {
                    scribbler.scribble(value);
                }
            }
        }
    }
}
