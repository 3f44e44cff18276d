package io.millrace.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Proxies whose calls go to one {@link CallSink}; made by {@code MethodWriter Wire.methodWriter(CallSink sink,
 * Class<?>... interfaces)}. One thread at a time.
 */
public final class MethodWriter {
    private final List<CallSchema> calls;
    private final Map<Class<?>, Object> proxies;

    MethodWriter(List<CallSchema> calls, Map<Class<?>, Object> proxies) {
        this.calls = List.copyOf(calls);
        this.proxies = Map.copyOf(proxies);
    }

    /** The schemas of the calls; the place of each is the number that the sink is given. */
    public List<CallSchema> calls() {
        return calls;
    }

    /**
     * The proxy for one of the interfaces or one that they extend.
     *
     * @throws WireTypeException where the writer was not made for it
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
                "the method writer was made for other interfaces type=" + type.getName() + " known=" + names);
    }
}
