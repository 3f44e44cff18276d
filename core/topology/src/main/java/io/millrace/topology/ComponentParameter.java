package io.millrace.topology;

import java.lang.reflect.Type;

/** What a parameter of a component's constructor takes. */
sealed interface ComponentParameter {
    /** An interface whose calls go to the channel that the component writes. */
    record Output(Class<?> type) implements ComponentParameter {}

    /** Any interface, which the component itself asks for. */
    record AnyOutput() implements ComponentParameter {}

    /** What a component that answers clients asks for: its callers, or the replies to them. */
    record Clients(Class<?> type) implements ComponentParameter {}

    /** A value that the topology gives. */
    record Value(String name, Type type) implements ComponentParameter {}

    /** The message types that the topology allows the component. */
    record Types() implements ComponentParameter {}
}
