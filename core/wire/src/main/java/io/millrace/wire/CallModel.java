package io.millrace.wire;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A method of an interface that is written and read as a call.
 *
 * @param type the interface that was asked for, which declares or inherits the method
 * @param method the method
 * @param shapes its parameters
 */
record CallModel(Class<?> type, Method method, List<Shape> shapes) {
    /** The calls of an interface, ordered by name and parameters; two that differ in nothing are one. */
    static List<CallModel> of(Class<?> type) {
        if (!type.isInterface() || type.isAnnotation()) {
            throw new WireTypeException("calls are declared by interfaces type=" + type.getName());
        }
        TypeVariables variables = new TypeVariables(type);
        Map<String, CallModel> calls = new LinkedHashMap<>();
        Method[] methods = type.getMethods();
        java.util.Arrays.sort(
                methods,
                Comparator.comparing(Method::getName)
                        .thenComparing(CallModel::descriptor)
                        .thenComparing(method -> method.getDeclaringClass().getName()));
        for (Method method : methods) {
            if (!Modifier.isAbstract(method.getModifiers()) || isOfObject(method)) {
                continue;
            }
            String where = type.getName() + "." + method.getName();
            if (method.getReturnType() != void.class) {
                throw new WireTypeException("a method that is called through a channel returns nothing method=" + where
                        + " returns=" + method.getReturnType().getName());
            }
            List<Shape> parameters = new ArrayList<>();
            for (Parameter parameter : method.getParameters()) {
                Shapes shapes = new Shapes(variables, where + "(" + parameter.getName() + ")");
                parameters.add(shapes.shape(parameter.getParameterizedType(), parameter));
            }
            calls.putIfAbsent(descriptor(method), new CallModel(type, method, List.copyOf(parameters)));
        }
        return List.copyOf(calls.values());
    }

    /** What makes two methods of different interfaces the same call. */
    String key() {
        return method.getName() + shapes;
    }

    /** The full name for errors. */
    String where() {
        return type.getName() + "." + method.getName();
    }

    /** The names of the parameters as the compiler has left them. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            names.add(parameter.getName());
        }
        return names;
    }

    /** What a reader gets where a parameter was not written. */
    Optional<Absent> absent(int parameter) {
        Parameter declared = method.getParameters()[parameter];
        return MessageModel.absent(declared, shapes.get(parameter), where() + "(" + declared.getName() + ")");
    }

    CallSchema schema(Codecs codecs) {
        SchemaBuilder builder = new SchemaBuilder(codecs);
        List<Field> parameters = new ArrayList<>();
        for (int i = 0; i < shapes.size(); i++) {
            Parameter parameter = method.getParameters()[i];
            parameters.add(new Field(
                    parameter.getName(),
                    builder.type(shapes.get(i)),
                    MessageModel.aliases(parameter),
                    absent(i).map(Absent::missing)));
        }
        return new CallSchema(type.getName(), method.getName(), parameters, builder.table());
    }

    private static String descriptor(Method method) {
        StringBuilder text = new StringBuilder(method.getName());
        for (Class<?> parameter : method.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        return text.toString();
    }

    private static boolean isOfObject(Method method) {
        try {
            return Modifier.isPublic(Object.class
                    .getMethod(method.getName(), method.getParameterTypes())
                    .getModifiers());
        } catch (NoSuchMethodException _) {
            return false;
        }
    }
}
