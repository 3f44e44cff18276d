package io.millrace.interaction;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An interface whose calls travel, with its type arguments. Complete once {@link ModelCache} has returned it. */
final class InterfaceModel {

    private final Type type;
    private final Class<?> raw;
    private final Map<String, MethodModel> byName = new TreeMap<>();
    private final Map<Method, MethodModel> byMethod = new HashMap<>();

    InterfaceModel(Type type) {
        this.type = type;
        this.raw = TypeBindings.raw(type);
    }

    Type type() {
        return type;
    }

    Class<?> raw() {
        return raw;
    }

    String name() {
        return raw.getName();
    }

    Map<String, MethodModel> methods() {
        return byName;
    }

    /** Returns a method by its name, or null. */
    MethodModel method(String name) {
        return byName.get(name);
    }

    /** Returns a method, or null where its calls do not travel. */
    MethodModel method(Method method) {
        return byMethod.get(method);
    }

    boolean isCallback() {
        return Callback.class.isAssignableFrom(raw);
    }

    boolean isListener() {
        return isCallback() || Subscriber.class.isAssignableFrom(raw);
    }

    boolean isSubscription() {
        return raw == Subscription.class;
    }

    /** Adds the methods; throws with all that cannot travel. */
    void fill(ModelCache cache) {
        if (!raw.isInterface() || raw.isAnnotation()) {
            throw new InteractionException("only calls of an interface can travel type=" + type.getTypeName());
        }
        TypeBindings bindings = TypeBindings.of(type);
        List<String> problems = new ArrayList<>();
        Method[] methods = raw.getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName).thenComparing(Method::toGenericString));
        for (Method method : methods) {
            if (!travels(method)) {
                continue;
            }
            try {
                add(method, new MethodDraft(raw, bindings, method), cache);
            } catch (InteractionException e) {
                problems.add(e.getMessage());
            }
        }
        if (isCallback() && byName.size() != 1 && problems.isEmpty()) {
            problems.add(
                    "a callback declares exactly one method type=" + raw.getName() + " methods=" + byName.keySet());
        }
        if (!problems.isEmpty()) {
            throw new InteractionException(String.join("; ", problems));
        }
    }

    private boolean travels(Method method) {
        return Modifier.isAbstract(method.getModifiers())
                && method.getDeclaringClass() != Subscriber.class
                && !isOfObject(method);
    }

    private static boolean isOfObject(Method method) {
        try {
            return Modifier.isPublic(Object.class
                    .getMethod(method.getName(), method.getParameterTypes())
                    .getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private void add(Method method, MethodDraft draft, ModelCache cache) {
        MethodModel model = isListener() ? draft.event(cache) : draft.call(cache);
        if (model == null) {
            return; // its calls are refused
        }
        MethodModel earlier = byName.get(method.getName());
        if (earlier != null && !Arrays.equals(earlier.method().getParameterTypes(), method.getParameterTypes())) {
            throw new InteractionException(
                    "a method cannot travel: two methods have this name method=" + draft.where());
        }
        byName.putIfAbsent(method.getName(), model);
        byMethod.put(method, byName.get(method.getName()));
    }
}
