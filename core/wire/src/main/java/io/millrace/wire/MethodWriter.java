package io.millrace.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Proxies of interfaces that write each call to one {@link CallSink}; created by {@code MethodWriter
 * Wire.methodWriter(CallSink sink, Class<?>... interfaces)}. One thread at a time.
 */
public final class MethodWriter {
    private final List<CallSchema> calls;
    private final Map<Class<?>, Object> proxies;

    MethodWriter(List<CallSchema> calls, Map<Class<?>, Object> proxies) {
        this.calls = List.copyOf(calls);
        this.proxies = Map.copyOf(proxies);
    }

    /** Returns the schemas of the calls; the sink gets the position of the call in this list. */
    public List<CallSchema> calls() {
        return calls;
    }

    /**
     * Returns the proxy for one of the interfaces or for a superinterface.
     *
     * @throws WireTypeException if the writer was created without this interface
     */
    public <T> T as(Class<T> type) {
        Object proxy = proxies.get(type);
        if (proxy != null) {
            return type.cast(proxy);
        }
        for (Object candidate : proxies.values()) {
            if (type.isInstance(candidate)) {
                return type.cast(candidate);
            }
        }
        List<String> names = new ArrayList<>();
        proxies.keySet().forEach(known -> names.add(known.getName()));
        throw new WireTypeException(
                "a method writer does not have this interface type=" + type.getName() + " known=" + names);
    }
}
