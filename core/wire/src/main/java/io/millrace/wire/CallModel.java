package io.millrace.wire;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A method of an interface that is written and read as a call. In a chained call, such as {@code
 * to(destination).order(order)}, it includes the methods before it, which return another interface.
 *
 * @param type the interface that declares or inherits the first method
 * @param methods the methods in order; the last returns void, or where it is received a result
 * @param shapes the parameters of all of them
 */
record CallModel(Class<?> type, List<Method> methods, List<Shape> shapes) {
    private static final int MAX_CHAIN = 4;

    /**
     * Returns the calls that an interface has, ordered by name and parameters, without duplicates. Default methods are
     * calls as well, unless their types do not fit.
     */
    static List<CallModel> of(Class<?> type) {
        return of(type, List.of(), type, Role.CALLS, List.of(), List.of());
    }

    /** Returns the calls of an interface that a writer makes: those of default methods only if they can be encoded. */
    static List<CallModel> written(Class<?> type, Codecs codecs) {
        return of(type).stream()
                .filter(call -> call.isRequired() || call.isEncodable(codecs))
                .toList();
    }

    private boolean isRequired() {
        return methods.stream().noneMatch(CallModel::isOptional);
    }

    private static boolean isOptional(Method method) {
        return method.isDefault() && !method.isAnnotationPresent(MethodId.class);
    }

    private boolean isEncodable(Codecs codecs) {
        try {
            schema(codecs);
            shapes.forEach(codecs::encoder);
            return true;
        } catch (WireTypeException _) {
            return false; // the writer refuses the call
        }
    }

    /** Returns the calls that an interface of a component can receive: those with results too, and no queries. */
    static List<CallModel> answered(Class<?> type) {
        return of(type, List.of(), type, Role.COMPONENT, List.of(), List.of());
    }

    /** Returns the queries of an interface. */
    static List<CallModel> queries(Class<?> type) {
        return of(type, List.of(), type, Role.QUERIES, List.of(), List.of());
    }

    private enum Role {
        CALLS,
        COMPONENT,
        QUERIES;

        private boolean takes(Method method) {
            return switch (this) {
                case CALLS -> true;
                case COMPONENT -> !method.isAnnotationPresent(Query.class);
                case QUERIES -> method.isAnnotationPresent(Query.class);
            };
        }
    }

    private static List<CallModel> of(
            Class<?> type,
            List<Shape> arguments,
            Class<?> root,
            Role role,
            List<Method> before,
            List<Shape> shapesBefore) {
        if (!type.isInterface() || type.isAnnotation()) {
            throw new WireTypeException("only interfaces declare calls type=" + type.getName());
        }
        TypeVariables variables = new TypeVariables(type, arguments);
        Map<String, CallModel> calls = new LinkedHashMap<>();
        for (Method method : sorted(type)) {
            if (!role.takes(method) || !isCandidate(method)) {
                continue;
            }
            try {
                for (CallModel call : calls(method, variables, root, role, before, shapesBefore)) {
                    calls.putIfAbsent(call.descriptor(), call);
                }
            } catch (WireTypeException e) {
                if (!isOptional(method)) {
                    throw e;
                }
                // A default method whose types do not fit is not a call; a writer refuses it if it returns nothing.
            }
        }
        return List.copyOf(calls.values());
    }

    private static List<CallModel> calls(
            Method method,
            TypeVariables variables,
            Class<?> root,
            Role role,
            List<Method> before,
            List<Shape> shapesBefore) {
        String where = root.getName() + "." + path(before, method);
        List<Method> methods = new ArrayList<>(before);
        methods.add(method);
        List<Shape> shapes = new ArrayList<>(shapesBefore);
        for (Parameter parameter : method.getParameters()) {
            Shapes found = new Shapes(variables, where + "(" + parameter.getName() + ")");
            shapes.add(found.shape(parameter.getParameterizedType(), parameter));
        }
        if (method.getReturnType() == void.class || isAnswered(method, role)) {
            return List.of(new CallModel(root, List.copyOf(methods), List.copyOf(shapes)));
        }
        if (!MethodResult.isLink(method)) {
            throw new WireTypeException("a method that is called through a channel must return void, or the interface"
                    + " of the calls that follow it; clients alone get results method=" + where + " returns="
                    + method.getReturnType().getName());
        }
        if (methods.size() >= MAX_CHAIN) {
            throw new WireTypeException(
                    "a chain of calls is too long; does it lead to itself? method=" + where + " limit=" + MAX_CHAIN);
        }
        List<CallModel> following = of(
                method.getReturnType(),
                arguments(method.getGenericReturnType(), variables),
                root,
                role,
                List.copyOf(methods),
                List.copyOf(shapes));
        if (following.isEmpty()) {
            throw new WireTypeException("the interface that a method returns declares no calls method=" + where
                    + " returns=" + method.getReturnType().getName());
        }
        return following;
    }

    /** Returns whether the method returns a value to its caller, and may do so. */
    private static boolean isAnswered(Method method, Role role) {
        boolean isTaken = role == Role.COMPONENT || role == Role.QUERIES;
        if (!isTaken || MethodResult.isLink(method)) {
            return false;
        }
        MethodResult.type(method)
                .ifPresent(type -> new Shapes(new TypeVariables(method.getDeclaringClass()), method.getName())
                        .shape(type, method));
        return true;
    }

    /**
     * Returns the type arguments of the interface that a method returns, as in {@code Handler<Order> to(String
     * destination)}.
     */
    private static List<Shape> arguments(Type used, TypeVariables variables) {
        if (!(used instanceof ParameterizedType generic)) {
            return List.of();
        }
        Shapes shapes = new Shapes(variables, used.getTypeName());
        return Arrays.stream(generic.getActualTypeArguments())
                .map(shapes::shape)
                .toList();
    }

    /** Returns the default methods that return nothing and are no call, at a depth of chains. */
    static List<Method> refused(Class<?> type, int depth, List<CallModel> calls) {
        return Arrays.stream(sorted(type))
                .filter(method -> method.isDefault() && method.getReturnType() == void.class && isCandidate(method))
                .filter(method -> calls.stream()
                        .map(call -> call.methods.get(depth))
                        .noneMatch(known -> descriptor(List.of(known)).equals(descriptor(List.of(method)))))
                .toList();
    }

    /** Returns whether a method may be a call; a bridge only passes a call to the method that the source declares. */
    private static boolean isCandidate(Method method) {
        return !Modifier.isStatic(method.getModifiers()) && !method.isBridge() && !isOfObject(method);
    }

    private static Method[] sorted(Class<?> type) {
        Method[] methods = type.getMethods();
        Arrays.sort(
                methods,
                Comparator.comparing((Method method) -> !Modifier.isAbstract(method.getModifiers()))
                        .thenComparing(Method::getName)
                        .thenComparing(method -> Arrays.toString(method.getParameterTypes()))
                        .thenComparing(method -> method.getDeclaringClass().getName()));
        return methods;
    }

    private static String path(List<Method> before, Method method) {
        StringBuilder path = new StringBuilder();
        before.forEach(each -> path.append(each.getName()).append('.'));
        return path.append(method.getName()).toString();
    }

    /** Returns the last method, which returns void or a result. */
    Method method() {
        return methods.getLast();
    }

    /** Returns the names of the methods, joined by dots. */
    String path() {
        return path(methods.subList(0, methods.size() - 1), method());
    }

    /** Returns a key that is equal for methods of different interfaces that are the same call. */
    String key() {
        return path() + shapes;
    }

    /** Returns the full name for errors. */
    String where() {
        return type.getName() + "." + path();
    }

    /** Returns the number of the method, or 0 if it has none. */
    int id() {
        MethodId id = method().getAnnotation(MethodId.class);
        if (id != null && id.value() < 1) {
            throw new WireTypeException("the number of a method is at least 1 method=" + where() + " id=" + id.value());
        }
        return id == null ? 0 : id.value();
    }

    List<Parameter> parameters() {
        return methods.stream()
                .flatMap(method -> Arrays.stream(method.getParameters()))
                .toList();
    }

    /** Returns the names of the parameters as they are in the class file. */
    List<String> names() {
        return parameters().stream().map(Parameter::getName).toList();
    }

    /** Returns the position of a method's first parameter among the parameters of the whole chain. */
    int first(int method) {
        int first = 0;
        for (int i = 0; i < method; i++) {
            first += methods.get(i).getParameterCount();
        }
        return first;
    }

    /** Returns the value that a reader gets if a parameter was not written. */
    Optional<DefaultValue> defaultValue(int parameter) {
        Parameter declared = parameters().get(parameter);
        return MessageModel.defaultValue(declared, shapes.get(parameter), where() + "(" + declared.getName() + ")");
    }

    /** Returns an error about the type of a parameter that names the method and the parameter. */
    WireTypeException explain(WireTypeException error, int parameter) {
        return new WireTypeException(
                error.getMessage() + " interface=" + type.getName() + " method=" + path() + " parameter="
                        + names().get(parameter),
                error);
    }

    CallSchema schema(Codecs codecs) {
        SchemaBuilder builder = new SchemaBuilder(codecs);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < shapes.size(); i++) {
            try {
                Parameter parameter = parameters().get(i);
                fields.add(new Field(
                        parameter.getName(),
                        builder.type(shapes.get(i)),
                        MessageModel.aliases(parameter),
                        defaultValue(i).map(DefaultValue::missing)));
            } catch (WireTypeException e) {
                throw explain(e, i);
            }
        }
        List<CallSchema.Link> chain = methods.subList(0, methods.size() - 1).stream()
                .map(method -> new CallSchema.Link(method.getName(), method.getParameterCount()))
                .toList();
        return new CallSchema(
                type.getName(),
                method().getName(),
                fields,
                builder.table(),
                id(),
                chain,
                MessageModel.aliases(method()));
    }

    /**
     * Returns the names and the parameter types of the methods, which are equal for methods that the JVM regards as the
     * same.
     */
    private String descriptor() {
        return descriptor(methods);
    }

    private static String descriptor(List<Method> methods) {
        StringBuilder text = new StringBuilder();
        for (Method method : methods) {
            text.append(method.getName());
            for (Class<?> parameter : method.getParameterTypes()) {
                text.append(parameter.descriptorString());
            }
            text.append('.');
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
