package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Describes a method call completely, so that it can be read without its classes. The arguments follow each other in
 * this order, encoded like the fields of a message; in a chained call the arguments of the earlier methods come first.
 * Immutable.
 *
 * @param interfaceName the full name of the writer's interface that declares the method, in a chain the first method
 * @param methodName the name of the method, in a chain the last one
 * @param parameters the parameters in order, with their names in the class file
 * @param types the named types; a {@link Reference} holds the position of one
 * @param methodId the number of the method, see {@link MethodId}, or 0
 * @param chain the methods before this one, in order
 * @param aliases earlier names of the method, if they are known; ignored by {@code equals}, as in {@link Field}
 */
public record CallSchema(
        String interfaceName,
        String methodName,
        List<Field> parameters,
        List<NamedType> types,
        int methodId,
        List<Link> chain,
        List<String> aliases) {
    /**
     * A method in front of a chained call: the {@code to(destination)} of {@code to(destination).order(order)}.
     *
     * @param methodName its name
     * @param parameterCount how many of the call's parameters are its own, at least 0
     */
    public record Link(String methodName, int parameterCount) {
        /** Refuses null and a negative count. */
        public Link {
            Objects.requireNonNull(methodName, "methodName");
            if (parameterCount < 0) {
                throw new WireTypeException(
                        "a method has no such number of parameters method=" + methodName + " count=" + parameterCount);
            }
        }
    }

    /** Copies the lists; refuses a reference outside the table and a type that is not allowed where it is used. */
    public CallSchema {
        Objects.requireNonNull(interfaceName, "interfaceName");
        Objects.requireNonNull(methodName, "methodName");
        parameters = List.copyOf(parameters);
        types = List.copyOf(types);
        chain = List.copyOf(chain);
        aliases = List.copyOf(aliases);
        if (methodId < 0) {
            throw new WireTypeException("the number of a method is negative method=" + methodName + " id=" + methodId);
        }
        int first = 0;
        for (Link link : chain) {
            if (link.parameterCount() > parameters.size() - first) {
                throw new WireTypeException("a chain has more parameters than its call method=" + methodName
                        + " parameters=" + parameters.size());
            }
            int end = first + link.parameterCount();
            distinct(link.methodName(), parameters.subList(first, end));
            first = end;
        }
        distinct(methodName, parameters.subList(first, parameters.size()));
        SchemaRules.check(types, parameters.stream().map(Field::type).toList());
    }

    /** Creates the schema of a call of one method without a number. */
    public CallSchema(String interfaceName, String methodName, List<Field> parameters, List<NamedType> types) {
        this(interfaceName, methodName, parameters, types, 0, List.of(), List.of());
    }

    private static void distinct(String method, List<Field> parameters) {
        SchemaRules.distinct(
                "parameter", method, parameters.stream().map(Field::name).toList());
    }

    /** Returns the methods of the call in order, including the last one. */
    public List<Link> methods() {
        List<Link> methods = new ArrayList<>(chain);
        int before = chain.stream().mapToInt(Link::parameterCount).sum();
        methods.add(new Link(methodName, parameters.size() - before));
        return methods;
    }

    /** Returns the names of all methods of the call, joined by dots, such as {@code to.order}. */
    public String path() {
        if (chain.isEmpty()) {
            return methodName;
        }
        StringBuilder path = new StringBuilder();
        chain.forEach(link -> path.append(link.methodName()).append('.'));
        return path.append(methodName).toString();
    }

    /** Returns the named type that a reference refers to. */
    public NamedType type(Reference reference) {
        return types.get(reference.number());
    }

    /**
     * Returns the schema of the arguments as one message: its fields are the parameters, and it is written as the
     * arguments are. In a chain a name that an earlier method has used gets the position of its parameter.
     */
    public Schema arguments() {
        List<Field> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Field parameter : parameters) {
            String name = names.add(parameter.name()) ? parameter.name() : parameter.name() + '#' + fields.size();
            fields.add(new Field(name, parameter.type(), parameter.aliases(), parameter.missing()));
        }
        List<NamedType> all = new ArrayList<>(types);
        all.add(new MessageType(interfaceName + '.' + path(), MessageForm.RECORD, fields));
        return new Schema(all, new Reference(types.size()));
    }

    /** Returns the binary form in version 1, which {@code docs/format/wire.md} describes. */
    public byte[] encode() {
        return SchemaWriter.encode(this);
    }

    /**
     * Reads the binary form, strictly.
     *
     * @param segment contains the bytes
     * @param offset the offset of the first byte
     * @param length how many bytes belong to the schema, all of which it must use
     * @throws WireException if the bytes are not the schema of a call
     */
    public static CallSchema decode(MemorySegment segment, long offset, int length) {
        return SchemaReader.call(segment, offset, length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CallSchema that
                && interfaceName.equals(that.interfaceName)
                && methodName.equals(that.methodName)
                && methodId == that.methodId
                && parameters.equals(that.parameters)
                && chain.equals(that.chain)
                && types.equals(that.types);
    }

    @Override
    public int hashCode() {
        return Objects.hash(interfaceName, methodName, parameters, types);
    }
}
