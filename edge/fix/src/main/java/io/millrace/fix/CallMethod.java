package io.millrace.fix;

import io.millrace.wire.Bytes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * A method of an interface that is a call with a message of FIX.
 *
 * @param method the method, whose first parameter may be the name of the session
 * @param msgType the value of MsgType (35), or null for all messages that no other method takes
 * @param hasSession whether the first parameter is the session
 * @param message the class of the parameter with the message, {@link Bytes} if {@code msgType} is null
 */
record CallMethod(Method method, String msgType, boolean hasSession, Class<?> message) {

    /** Returns the methods of interfaces; throws {@link FixBindingException} if one is no call of FIX. */
    static List<CallMethod> of(Class<?>... interfaces) {
        List<CallMethod> methods = new ArrayList<>();
        for (Class<?> type : interfaces) {
            if (!type.isInterface()) {
                throw new FixBindingException("only interfaces declare calls type=" + type.getName());
            }
            for (Method method : type.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers()) && !method.isBridge()) {
                    CallMethod call = of(method);
                    if (call != null) {
                        methods.add(call);
                    }
                }
            }
        }
        return methods;
    }

    /** Returns the call that a method is, or null for a default method that is none. */
    static CallMethod of(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        boolean hasSession =
                parameters.length == 2 && (parameters[0] == String.class || parameters[0] == CharSequence.class);
        if ((parameters.length == 1 || hasSession) && method.getReturnType() == void.class) {
            Class<?> message = parameters[parameters.length - 1];
            FixMsgType stated = method.getAnnotation(FixMsgType.class);
            stated = stated == null ? message.getAnnotation(FixMsgType.class) : stated;
            if (stated != null || message == Bytes.class) {
                return new CallMethod(method, stated == null ? null : stated.value(), hasSession, message);
            }
        }
        if (method.isDefault()) {
            return null;
        }
        throw new FixBindingException("a method is no call with a message of FIX: it returns nothing and has one"
                + " parameter with @FixMsgType on its class or on the method, or Bytes, perhaps after the session"
                + " method=" + method.toGenericString());
    }

    String where() {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
