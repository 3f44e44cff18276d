package io.millrace.testing;

import io.millrace.service.Caller;
import io.millrace.service.ComponentFactory;
import io.millrace.service.ComponentInterfaces;
import io.millrace.service.Outputs;
import io.millrace.service.Replies;
import io.millrace.service.Timed;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallHooks;
import io.millrace.wire.CallSchema;
import io.millrace.wire.OfferedCall;
import io.millrace.wire.OfferedCall.Kind;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The component under test: how it is made, what it takes and what it makes. Immutable. */
final class Subject {
    private final ComponentFactory<?> factory;
    private final Wire wire;
    private final Class<?>[] reads;
    private final Class<?>[] writes;
    private final List<OfferedCall> offered;

    private Subject(ComponentFactory<?> factory, Wire wire, List<Class<?>> reads, List<Class<?>> writes) {
        this.factory = factory;
        this.wire = wire;
        this.reads = reads.toArray(Class<?>[]::new);
        this.writes = writes.toArray(Class<?>[]::new);
        this.offered = wire.offeredCalls(this.reads);
    }

    /** Returns the method that a call is for; empty for one that it does not take. */
    Optional<OfferedCall> offered(CallSchema call) {
        return offered.stream().filter(each -> each.call().equals(call)).findFirst();
    }

    /** Returns the calls that it takes, queries included. */
    List<CallSchema> inputs() {
        return offered.stream().map(OfferedCall::call).toList();
    }

    /** Returns the calls that it makes, and its answers. */
    List<CallSchema> outputs() {
        List<CallSchema> calls = new ArrayList<>(wire.calls(writes));
        offered.stream()
                .filter(call -> call.kind() != Kind.APPENDED)
                .map(Subject::answer)
                .filter(answer -> !calls.contains(answer))
                .forEach(calls::add);
        return calls;
    }

    /** Returns the schema of the answer to a call, as a call. */
    static CallSchema answer(OfferedCall call) {
        return call.result()
                .map(ValuesCodec::schema)
                .orElseGet(() ->
                        new CallSchema(call.call().interfaceName(), call.call().path(), List.of(), List.of()));
    }

    /** Returns the decoder of a call that it takes. */
    Optional<CallDecoder> decoder(CallSchema call) {
        Optional<CallDecoder> decoder = wire.answeredCallDecoder(call, CallHooks.none(), reads);
        return decoder.isPresent() ? decoder : wire.queryDecoder(call, reads);
    }

    ComponentFactory<?> factory() {
        return factory;
    }

    /** Returns the wire with the allow-list of its messages. */
    Wire wire() {
        return wire;
    }

    /** Returns the interfaces by which it takes calls. */
    Class<?>[] reads() {
        return reads.clone();
    }

    /** Returns the interfaces that it asks for, and {@link Thrown}. */
    Class<?>[] writes() {
        return writes.clone();
    }

    /** Finds out by making one component. */
    static Subject of(ComponentFactory<?> factory, Wire wire, List<Class<?>> reads) {
        List<Class<?>> writes = new ArrayList<>();
        Object component = factory.create(new Outputs() {
            @Override
            public <T> T as(Class<T> type) {
                if (type == Caller.class || type == Replies.class) {
                    return type.cast(new Answers(null, null));
                }
                writes.add(type);
                return Recorder.of(wire, type).as(type);
            }
        });
        writes.add(Thrown.class);
        writes.add(Refusals.class);
        List<Class<?>> taken = new ArrayList<>(reads.isEmpty() ? ComponentInterfaces.of(component.getClass()) : reads);
        for (Class<?> type : taken) {
            if (!type.isInstance(component)) {
                throw new TestingException("the component does not implement the interface component="
                        + component.getClass().getName() + " interface=" + type.getName());
            }
        }
        if (taken.isEmpty()) {
            throw new TestingException("the component implements no interface whose methods return nothing component="
                    + component.getClass().getName());
        }
        if (component instanceof Timed) {
            taken.add(VirtualTime.class);
        }
        return new Subject(factory, wire, taken, writes);
    }
}
