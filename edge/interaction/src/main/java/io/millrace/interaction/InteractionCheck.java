package io.millrace.interaction;

import io.millrace.wire.WireTypes;
import java.util.LinkedHashMap;
import java.util.Map;

/** Says of an interface which pattern each of its methods follows, or what cannot travel. */
public final class InteractionCheck {

    private InteractionCheck() {}

    /**
     * Returns the patterns of the methods by their names. Both sides do the same when they begin to use an interface.
     *
     * @param type the interface of a service, of an object that it returns, or of a listener
     * @param types the allow-list of visitors, handlers and open values
     * @throws InteractionException with all that cannot travel, by method, parameter and type
     */
    public static Map<String, InteractionPattern> of(Class<?> type, WireTypes types) {
        Map<String, InteractionPattern> patterns = new LinkedHashMap<>();
        new ModelCache(types).of(type).methods().forEach((name, method) -> patterns.put(name, method.pattern()));
        return patterns;
    }
}
