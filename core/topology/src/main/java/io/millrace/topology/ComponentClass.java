package io.millrace.topology;

import io.millrace.service.Caller;
import io.millrace.service.ComponentKind;
import io.millrace.service.Outputs;
import io.millrace.service.Replies;
import io.millrace.text.NearestName;
import io.millrace.topology.ComponentParameter.AnyOutput;
import io.millrace.topology.ComponentParameter.Clients;
import io.millrace.topology.ComponentParameter.Output;
import io.millrace.topology.ComponentParameter.Types;
import io.millrace.topology.ComponentParameter.Value;
import io.millrace.wire.CallHooks;
import io.millrace.wire.WireTypes;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The class of a component as its one public constructor shows it: a parameter that is an interface of {@code void}
 * methods is an output, one of type {@link Outputs} takes all of them, every other takes the argument of its name.
 * Immutable.
 */
final class ComponentClass {
    private final Topology topology;
    private final String name;
    private final Class<?> type;
    private final Constructor<?> constructor;
    private final List<ComponentParameter> parameters;

    private ComponentClass(
            Topology topology,
            String name,
            Class<?> type,
            Constructor<?> constructor,
            List<ComponentParameter> parameters) {
        this.topology = topology;
        this.name = name;
        this.type = type;
        this.constructor = constructor;
        this.parameters = List.copyOf(parameters);
    }

    /** Loads and inspects the class of a component. */
    static ComponentClass load(Topology topology, String name, TopologyClassPath classPath) {
        Class<?> type =
                classPath.load(topology, name, topology.components().get(name).className(), "class");
        try {
            return of(topology, name, type);
        } catch (LinkageError e) { // of a type that its constructor or methods name
            throw new TopologyException(
                    topology.position("components", name) + "component=" + name + " class=" + type.getName()
                            + " needs a class that cannot be loaded: " + e,
                    e);
        }
    }

    private static ComponentClass of(Topology topology, String name, Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            throw problem(topology, name, "class=" + type.getName() + " is abstract; a component is a whole class");
        }
        Constructor<?>[] constructors = type.getConstructors();
        if (constructors.length != 1) {
            throw problem(
                    topology,
                    name,
                    "class=" + type.getName() + " has constructors=" + constructors.length
                            + " that are public; a component has exactly one");
        }
        List<ComponentParameter> parameters = new ArrayList<>();
        for (Parameter parameter : constructors[0].getParameters()) {
            parameters.add(inspect(topology, name, type, parameter));
        }
        ComponentClass found = new ComponentClass(topology, name, type, constructors[0], parameters);
        found.checkArguments();
        return found;
    }

    private static ComponentParameter inspect(Topology topology, String name, Class<?> type, Parameter parameter) {
        if (parameter.getType() == WireTypes.class) {
            return new Types();
        }
        if (parameter.getType() == Outputs.class) {
            return new AnyOutput();
        }
        if (parameter.getType() == Caller.class || parameter.getType() == Replies.class) {
            return new Clients(parameter.getType());
        }
        if (ArgumentConversion.converts(parameter.getParameterizedType())) {
            if (!parameter.isNamePresent()) {
                throw problem(
                        topology,
                        name,
                        "class=" + type.getName()
                                + " was compiled without the names of its constructor's parameters; compile it with"
                                + " -parameters");
            }
            return new Value(parameter.getName(), parameter.getParameterizedType());
        }
        if (isOutput(parameter.getType())) {
            return new Output(parameter.getType());
        }
        throw problem(
                topology,
                name,
                "class=" + type.getName() + " has a constructor parameter "
                        + parameter.getParameterizedType().getTypeName() + " " + parameter.getName()
                        + ", which is neither an output (an interface whose methods are void) nor a value that a"
                        + " topology can give");
    }

    /** Returns whether a type can be written to a channel: an interface with abstract methods, all of them void. */
    static boolean isOutput(Class<?> type) {
        if (!type.isInterface()) {
            return false;
        }
        List<Method> methods = Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .toList();
        return !methods.isEmpty() && methods.stream().allMatch(method -> method.getReturnType() == void.class);
    }

    private void checkArguments() {
        ComponentSpec spec = topology.components().get(name);
        List<String> known = parameters.stream()
                .filter(Value.class::isInstance)
                .map(parameter -> ((Value) parameter).name())
                .toList();
        for (String argument : spec.arguments().keySet()) {
            if (!known.contains(argument)) {
                throw topology.problem(
                        "component=" + name + " argument=" + argument + " is no parameter of the constructor of class="
                                + type.getName() + NearestName.hint(argument, known),
                        "components",
                        name,
                        "arguments",
                        argument);
            }
        }
        for (ComponentParameter parameter : parameters) {
            if (parameter instanceof Value(String argument, Type wanted)
                    && !ArgumentConversion.optional(wanted)
                    && !spec.arguments().containsKey(argument)) {
                throw problem(
                        topology,
                        name,
                        "argument=" + argument + " (" + wanted.getTypeName() + ") of class=" + type.getName()
                                + " must be given");
            }
        }
    }

    Class<?> type() {
        return type;
    }

    ComponentKind kind() {
        return ComponentKind.of(type);
    }

    /** Returns the abstract methods of the interfaces that the component writes. */
    List<Method> outputMethods() {
        return outputs().stream()
                .flatMap(output -> Arrays.stream(output.getMethods()))
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .toList();
    }

    /** Returns whether the component has a method that takes the calls of this one. */
    boolean accepts(Method call) {
        return acceptsAll()
                || Arrays.stream(type.getMethods())
                        .anyMatch(method -> method.getName().equals(call.getName())
                                && method.getParameterCount() == call.getParameterCount());
    }

    /** Returns whether the component is a gateway that takes calls of any interface. */
    private boolean acceptsAll() {
        return kind() == ComponentKind.GATEWAY && CallHooks.UnknownCallHandler.class.isAssignableFrom(type);
    }

    /** Returns whether the component may write calls of any interface. */
    boolean writesAny() {
        return parameters.stream().anyMatch(AnyOutput.class::isInstance);
    }

    /** Returns the interfaces that the component writes, in the order of its constructor. */
    List<Class<?>> outputs() {
        List<Class<?>> outputs = new ArrayList<>();
        for (ComponentParameter parameter : parameters) {
            if (parameter instanceof Output(Class<?> output)) {
                outputs.add(output);
            }
        }
        return outputs;
    }

    /** Makes the values of the constructor that are not outputs, so that a wrong one shows before anything runs. */
    Map<String, Object> values(ParameterValues parameterValues, ArgumentConversion conversion) {
        Map<String, Object> values = new HashMap<>();
        for (ComponentParameter parameter : parameters) {
            if (parameter instanceof Value(String argument, Type wanted)) {
                Argument given = topology.components().get(name).arguments().get(argument);
                Argument whole = given == null ? new Argument.Text("") : substituted(given, argument, parameterValues);
                try {
                    values.put(argument, conversion.convert(whole, wanted));
                } catch (IllegalArgumentException e) {
                    throw new TopologyException(
                            topology.position("components", name, "arguments", argument) + "component=" + name
                                    + " argument=" + argument + " value=" + shown(whole) + " " + e.getMessage(),
                            e);
                }
            }
        }
        return values;
    }

    private Argument substituted(Argument argument, String argumentName, ParameterValues values) {
        return switch (argument) {
            case Argument.Text text -> new Argument.Text(values.substitute(text.value(), name, argumentName));
            case Argument.Items items ->
                new Argument.Items(items.values().stream()
                        .map(text -> values.substitute(text, name, argumentName))
                        .toList());
        };
    }

    private static String shown(Argument argument) {
        return switch (argument) {
            case Argument.Text text -> text.value();
            case Argument.Items items -> items.values().toString();
        };
    }

    /** Creates the component. */
    Object create(Map<String, Object> values, WireTypes types, Outputs outputs) {
        Object[] arguments = new Object[parameters.size()];
        for (int number = 0; number < arguments.length; number++) {
            arguments[number] = switch (parameters.get(number)) {
                case Output(Class<?> output) -> outputs.as(output);
                case AnyOutput _ -> outputs;
                case Clients(Class<?> type) -> outputs.as(type);
                case Value value -> values.get(value.name());
                case Types all -> types;
            };
        }
        try {
            constructor.trySetAccessible();
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new TopologyException(
                    topology.position("components", name) + "component=" + name + " class=" + type.getName()
                            + " could not be created: " + e.getCause(),
                    e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new TopologyException(
                    topology.position("components", name) + "component=" + name + " class=" + type.getName()
                            + " cannot be reached: " + e.getMessage(),
                    e);
        } catch (LinkageError e) { // of its static initializer, which is not called through the constructor
            throw new TopologyException(
                    topology.position("components", name) + "component=" + name + " class=" + type.getName()
                            + " could not be initialized: " + e,
                    e);
        }
    }

    private static TopologyException problem(Topology topology, String name, String message) {
        return topology.problem("component=" + name + " " + message, "components", name);
    }
}
