package io.millrace.wire;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

/**
 * The allow-list for places where the declared type does not say what may come: {@code Object}, {@code Object[]} and
 * interfaces and abstract classes that are not sealed. Nothing that is reachable neither from a declared type nor from
 * here is ever created by reading. It also carries the {@link MethodHandles.Lookup}s through which codecs of named
 * modules are defined that do not open their packages to {@code io.millrace.wire}. Immutable.
 */
public final class WireTypes {
    private static final WireTypes NONE = new WireTypes(List.of(), List.of());

    private final List<Class<?>> allowed;
    private final List<MethodHandles.Lookup> lookups;

    private WireTypes(List<Class<?>> allowed, List<MethodHandles.Lookup> lookups) {
        this.allowed = List.copyOf(allowed);
        this.lookups = List.copyOf(lookups);
    }

    /** Allows nothing but what the declared types name. */
    public static WireTypes none() {
        return NONE;
    }

    /** Allows these records, mutable classes and enums, and the members of these sealed types. */
    public WireTypes allow(Class<?>... types) {
        List<Class<?>> more = new ArrayList<>(allowed);
        for (Class<?> type : types) {
            if (!more.contains(type)) {
                more.add(type);
            }
        }
        return new WireTypes(more, lookups);
    }

    /** Uses this lookup, which must have full privilege access, for the classes of its module. */
    public WireTypes lookup(MethodHandles.Lookup lookup) {
        if (!lookup.hasFullPrivilegeAccess()) {
            throw new WireTypeException("the lookup has no full privilege access lookup=" + lookup);
        }
        List<MethodHandles.Lookup> more = new ArrayList<>(lookups);
        more.add(lookup);
        return new WireTypes(allowed, more);
    }

    /** The types that were allowed, in the order in which they were. */
    public List<Class<?>> allowed() {
        return allowed;
    }

    List<MethodHandles.Lookup> lookups() {
        return lookups;
    }
}
