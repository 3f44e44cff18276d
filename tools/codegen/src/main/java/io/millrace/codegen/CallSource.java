package io.millrace.codegen;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A call as its source says it: a method that returns nothing, with those in front of it where it is chained.
 *
 * @param methods the methods in order
 * @param role whether writers have it
 */
record CallSource(List<MethodSource> methods, Role role) {
    /** Who has the call. */
    enum Role {
        /** Writers and readers. */
        WRITTEN,
        /** Readers alone, since it is a default method, which stays as it is in writers. */
        READ
    }

    /**
     * One method.
     *
     * @param owner the interface that has it, as a class implements it
     * @param ownerType the erased interface, as source names it
     * @param ownerName the full name of the interface, as the JVM names it
     * @param name its name
     * @param erasure its name and the erased classes of its parameters, as it was declared
     * @param parameters its parameters, as the interface makes them
     * @param returned the interface that it returns, as a class implements it; empty where it returns nothing
     */
    record MethodSource(
            String owner,
            String ownerType,
            String ownerName,
            String name,
            String erasure,
            List<FieldSource> parameters,
            String returned) {}

    /** What the wire knows it by. */
    String signature() {
        return methods.stream().map(MethodSource::erasure).collect(Collectors.joining("."));
    }

    /** The names of the methods, joined by points. */
    String path() {
        return methods.stream().map(MethodSource::name).collect(Collectors.joining("."));
    }

    /** The parameters of the whole chain. */
    List<FieldSource> parameters() {
        return methods.stream().flatMap(method -> method.parameters().stream()).toList();
    }

    /** The place of a method's first parameter among those of the whole chain. */
    int first(int method) {
        return methods.subList(0, method).stream()
                .mapToInt(each -> each.parameters().size())
                .sum();
    }
}
