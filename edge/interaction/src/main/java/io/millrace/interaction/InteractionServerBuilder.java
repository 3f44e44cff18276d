package io.millrace.interaction;

import io.millrace.wire.WireTypes;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** Collects what a server serves. For one thread, once. */
public final class InteractionServerBuilder {

    private final Map<Class<?>, Function<Routing, Object>> services = new LinkedHashMap<>();
    private WireTypes types = WireTypes.none();
    private InteractionLimits limits = InteractionLimits.defaults();
    private Executor executor = new SerialExecutor();
    private ChangeNumbers numbers = new ChangeNumbers();
    private Consumer<Throwable> errorHandler =
            error -> System.getLogger(InteractionServerBuilder.class.getPackageName())
                    .log(Level.WARNING, "a service has failed", error);

    InteractionServerBuilder() {}

    /**
     * Serves an object by an interface.
     *
     * @throws InteractionException if the interface is served already
     */
    public <T> InteractionServerBuilder serve(Class<T> type, T service) {
        Objects.requireNonNull(service, "service");
        return serveBy(type, _ -> service);
    }

    /**
     * Serves objects by an interface, chosen for each request by its routing. The function throws an {@link
     * InteractionException} where there is none.
     *
     * @throws InteractionException if the interface is served already
     */
    public <T> InteractionServerBuilder serveBy(Class<T> type, Function<Routing, T> byRouting) {
        if (services.putIfAbsent(type, byRouting::apply) != null) {
            throw new InteractionException("interface is served twice interface=" + type.getName());
        }
        return this;
    }

    /** Sets the allow-list of visitors and handlers that clients may send, and of further values. */
    public InteractionServerBuilder types(WireTypes value) {
        types = Objects.requireNonNull(value, "types");
        return this;
    }

    /** Sets the limits of each session. */
    public InteractionServerBuilder limits(InteractionLimits value) {
        limits = Objects.requireNonNull(value, "limits");
        return this;
    }

    /**
     * Sets what runs the calls, for example an event loop. Without it all calls are made one at a time, in the threads
     * that receive them. One that runs calls side by side asks for services that allow that; those of one session must
     * stay in order.
     */
    public InteractionServerBuilder executor(Executor value) {
        executor = Objects.requireNonNull(value, "executor");
        return this;
    }

    /** Sets the names and numbers of clients, which {@link ChannelInputs} share. */
    public InteractionServerBuilder numbers(ChangeNumbers value) {
        numbers = Objects.requireNonNull(value, "numbers");
        return this;
    }

    /** Sets what gets the unexpected errors of services, in the thread of the call. */
    public InteractionServerBuilder errorHandler(Consumer<Throwable> value) {
        errorHandler = Objects.requireNonNull(value, "errorHandler");
        return this;
    }

    /**
     * Returns the server.
     *
     * @throws InteractionException if calls of an interface cannot travel, with all that is wrong
     */
    public InteractionServer build() {
        ModelCache models = new ModelCache(types);
        Map<String, ServedInterface> served = new LinkedHashMap<>();
        services.forEach((type, byRouting) -> {
            ServedInterface service = new ServedInterface(models.of(type), byRouting);
            served.put(type.getName(), service);
            if (served.put(type.getSimpleName(), service) != null) {
                throw new InteractionException("two interfaces have one simple name name=" + type.getSimpleName());
            }
        });
        return new InteractionServer(served, limits, executor, errorHandler, numbers);
    }
}
