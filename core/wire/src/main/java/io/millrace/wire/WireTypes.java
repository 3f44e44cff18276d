package io.millrace.wire;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

/**
 * The allow-list of types for declared types that do not determine their values: {@code Object}, {@code Object[]}, and
 * interfaces and abstract classes that are not sealed. Reading creates only objects of declared types and of types in
 * this list. It also contains the {@link MethodHandles.Lookup}s with which codecs are defined for named modules that do
 * not open their packages to {@code io.millrace.wire}. Immutable.
 */
public final class WireTypes {
    private static final WireTypes NONE = new WireTypes(List.of(), List.of());

    private final List<Class<?>> allowed;
    private final List<MethodHandles.Lookup> lookups;

    private WireTypes(List<Class<?>> allowed, List<MethodHandles.Lookup> lookups) {
        this.allowed = List.copyOf(allowed);
        this.lookups = List.copyOf(lookups);
    }

    /** Returns an empty allow-list: only declared types are read. */
    public static WireTypes none() {
        return NONE;
    }

    /**
     * Returns an allow-list that also contains these records, mutable classes and enums, and the members of these
     * sealed types.
     */
    public WireTypes allow(Class<?>... types) {
        List<Class<?>> more = new ArrayList<>(allowed);
        for (Class<?> type : types) {
            if (!more.contains(type)) {
                more.add(type);
            }
        }
        return new WireTypes(more, lookups);
    }

    /** Returns an allow-list with these of its types alone, and the same lookups. */
    public WireTypes only(List<Class<?>> types) {
        return new WireTypes(types.stream().filter(allowed::contains).toList(), lookups);
    }

    /** Returns an allow-list with this lookup, which must have full privilege access, for the classes of its module. */
    public WireTypes lookup(MethodHandles.Lookup lookup) {
        if (!lookup.hasFullPrivilegeAccess()) {
            throw new WireTypeException("the lookup has no full privilege access lookup=" + lookup);
        }
        List<MethodHandles.Lookup> more = new ArrayList<>(lookups);
        more.add(lookup);
        return new WireTypes(allowed, more);
    }

    /** Returns the allowed types in the order in which they were added. */
    public List<Class<?>> allowed() {
        return allowed;
    }

    List<MethodHandles.Lookup> lookups() {
        return lookups;
    }
}
