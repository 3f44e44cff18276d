package io.millrace.service;

import java.util.List;
import java.util.Set;

/**
 * The names of a service.
 *
 * @param name the name under which it writes
 * @param formerly its former names, which positions, items and stored outcomes may have
 * @param others the names of the other services of its topology; empty where there is none
 */
record ServiceNames(String name, List<String> formerly, Set<String> others) {

    /** Takes copies. */
    ServiceNames {
        formerly = List.copyOf(formerly);
        others = Set.copyOf(others);
    }

    static ServiceNames of(String name) {
        return new ServiceNames(name, List.of(), Set.of());
    }

    ServiceNames withFormerly(String... names) {
        return new ServiceNames(name, List.of(names), others);
    }

    ServiceNames withOthers(Set<String> names) {
        return new ServiceNames(name, formerly, names);
    }

    /** Returns whether this is a name of this service, present or former. */
    boolean has(String other) {
        return name.equals(other) || formerly.contains(other);
    }
}
