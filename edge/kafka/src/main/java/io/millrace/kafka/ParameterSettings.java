package io.millrace.kafka;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which parameters of the calls of a source are not in the values of its records, as its settings say.
 *
 * @param key the parameter that is the key
 * @param time the parameter that is the time stamp
 * @param headers the parameters that are headers, by the names of these
 * @param tombstones the methods of which records without a value are calls
 */
record ParameterSettings(
        Optional<String> key, Optional<String> time, Map<String, String> headers, Set<String> tombstones) {
    /** Returns all parameters that are named. */
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>(headers.values());
        key.ifPresent(names::add);
        time.ifPresent(names::add);
        return names;
    }

    boolean isEmpty() {
        return tombstones.isEmpty() && names().isEmpty();
    }
}
