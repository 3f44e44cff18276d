package io.millrace.ledger;

import io.millrace.topology.ComponentTypes;
import io.millrace.topology.Topology;
import io.millrace.wire.CallSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds calls that could never come into the order, before a node starts: those that a component writes to a channel
 * that {@link LedgerSource} reads, and those that a component after the order takes, from clients for example, and that
 * are not among the calls of the source.
 */
final class UnlistedCalls {
    private static final String CALLS = "calls";

    private final Topology topology;
    private final ComponentTypes types;
    private final String source;
    private final CallCodec listed;

    private UnlistedCalls(Topology topology, ComponentTypes types, String source, CallCodec listed) {
        this.topology = topology;
        this.types = types;
        this.source = source;
        this.listed = listed;
    }

    /**
     * Checks the calls of a topology.
     *
     * @param source the component that is a {@link LedgerSource}
     * @throws io.millrace.topology.TopologyException if one is not listed
     */
    static void check(Topology topology, ComponentTypes types, String source) {
        List<Class<?>> calls = new ArrayList<>();
        for (Object type : (List<?>) types.argument(source, CALLS).orElse(List.of())) {
            calls.add((Class<?>) type);
        }
        new UnlistedCalls(topology, types, source, new CallCodec(calls, types.types(source))).check();
    }

    private void check() {
        for (String channel : topology.components().get(source).reads()) {
            topology.writerOf(channel)
                    .ifPresent(writer -> types.written(writer)
                            .ifPresent(calls -> demand(calls, "component=" + writer + " writes", channel, _ -> false)));
        }
        String order = topology.components().get(source).writes();
        for (String reader : topology.readersOf(order)) {
            if (topology.components().containsKey(reader)) {
                demand(
                        types.taken(reader),
                        "component=" + reader + " takes",
                        order,
                        call -> comesOtherwise(reader, order, call));
            }
        }
    }

    private void demand(List<CallSchema> calls, String what, String channel, Predicate<CallSchema> isExempt) {
        for (CallSchema call : calls) {
            if (!listed.isKnown(call) && !Admission.isSigned(call) && !isExempt.test(call)) {
                throw topology.problem(
                        what + " call=" + call.methodName() + " channel=" + channel
                                + ", which is not among the calls of component=" + source
                                + " and would never come into the order",
                        "components",
                        source,
                        "arguments",
                        CALLS);
            }
        }
    }

    /** Returns whether a component may get a call by another channel than that of the order. */
    private boolean comesOtherwise(String reader, String order, CallSchema call) {
        return topology.components().get(reader).reads().stream()
                .filter(input -> !input.equals(order))
                .map(input -> topology.writerOf(input).flatMap(types::written))
                .anyMatch(written -> written.map(calls -> calls.contains(call)).orElse(true));
    }
}
