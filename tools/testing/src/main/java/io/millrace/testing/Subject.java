package io.millrace.testing;

import io.millrace.service.ComponentFactory;
import io.millrace.service.ComponentInterfaces;
import io.millrace.service.Outputs;
import io.millrace.service.Timed;
import io.millrace.wire.Wire;
import java.util.ArrayList;
import java.util.List;

/** The component under test: how it is made, what it takes and what it makes. Immutable. */
final class Subject {
    private final ComponentFactory<?> factory;
    private final Wire wire;
    private final Class<?>[] reads;
    private final Class<?>[] writes;

    private Subject(ComponentFactory<?> factory, Wire wire, List<Class<?>> reads, List<Class<?>> writes) {
        this.factory = factory;
        this.wire = wire;
        this.reads = reads.toArray(Class<?>[]::new);
        this.writes = writes.toArray(Class<?>[]::new);
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
                writes.add(type);
                return Recorder.of(wire, type).as(type);
            }
        });
        writes.add(Thrown.class);
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
