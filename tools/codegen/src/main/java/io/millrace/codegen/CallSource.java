package io.millrace.codegen;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A call as declared in source: a method that returns void, with the methods before it if it is chained.
 *
 * @param methods the methods in order
 */
record CallSource(List<MethodSource> methods) {
    /**
     * One method.
     *
     * @param owner the interface that has it, as in an {@code implements} clause
     * @param ownerType the erased interface, as named in source
     * @param ownerName the binary name of the interface
     * @param name its name
     * @param erasure its name and the erased classes of its declared parameters
     * @param parameters its parameters, with the type arguments of the interface
     * @param returned the interface that it returns, as in an {@code implements} clause; empty if it returns void
     */
    record MethodSource(
            String owner,
            String ownerType,
            String ownerName,
            String name,
            String erasure,
            List<FieldSource> parameters,
            String returned) {}

    /** Returns the description by which {@code io.millrace.wire} finds the call. */
    String signature() {
        return methods.stream().map(MethodSource::erasure).collect(Collectors.joining("."));
    }

    /** Returns the names of the methods, joined by dots. */
    String path() {
        return methods.stream().map(MethodSource::name).collect(Collectors.joining("."));
    }

    /** Returns the parameters of the whole chain. */
    List<FieldSource> parameters() {
        return methods.stream().flatMap(method -> method.parameters().stream()).toList();
    }

    /** Returns the position of a method's first parameter among the parameters of the whole chain. */
    int first(int method) {
        return methods.subList(0, method).stream()
                .mapToInt(each -> each.parameters().size())
                .sum();
    }
}
