package io.millrace.spring.boot;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.service.ComponentHealth;
import io.millrace.service.ComponentState;
import io.millrace.topology.HealthState;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Meters of the topology in the registry of the application, by the names that {@code millrace-telemetry} has: counts
 * of components, their states and the health. The section {@code telemetry} of a topology has more.
 */
final class MillraceMeters implements MeterBinder {

    private static final String MESSAGES = "messages";

    private final MillraceTopology topology;

    MillraceMeters(MillraceTopology topology) {
        this.topology = topology;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Tags tags = Tags.of("topology", topology.topology().name());
        for (HealthState state : HealthState.values()) {
            Gauge.builder("millrace.health", topology, each -> isIn(each, state))
                    .tags(tags.and("state", state.name()))
                    .description("1 for the health that the run has")
                    .register(registry);
        }
        for (String component : topology.topology().components().keySet()) {
            bind(registry, tags.and("component", component), component);
        }
    }

    private void bind(MeterRegistry registry, Tags tags, String component) {
        counter("millrace.component.inputs", component, ComponentHealth::inputs)
                .baseUnit(MESSAGES)
                .tags(tags)
                .register(registry);
        counter("millrace.component.outputs", component, ComponentHealth::outputs)
                .baseUnit(MESSAGES)
                .tags(tags)
                .register(registry);
        counter("millrace.component.errors", component, ComponentHealth::recordedErrors)
                .tags(tags)
                .register(registry);
        counter("millrace.component.refused", component, ComponentHealth::refused)
                .tags(tags)
                .register(registry);
        Gauge.builder("millrace.component.unread", topology, each -> unread(each, component))
                .baseUnit(MESSAGES)
                .tags(tags)
                .register(registry);
        for (ComponentState state : ComponentState.values()) {
            Gauge.builder(
                            "millrace.component.state",
                            topology,
                            each -> of(each, component)
                                    .map(health -> health.state() == state ? 1.0 : 0.0)
                                    .orElse(0.0))
                    .tags(tags.and("state", state.name().toUpperCase(Locale.ROOT)))
                    .register(registry);
        }
    }

    private FunctionCounter.Builder<MillraceTopology> counter(
            String name, String component, ToDoubleFunction<ComponentHealth> count) {
        return FunctionCounter.builder(
                name,
                topology,
                each -> of(each, component).map(count::applyAsDouble).orElse(0.0));
    }

    private static double isIn(MillraceTopology topology, HealthState state) {
        return topology.health().filter(health -> health.state() == state).isPresent() ? 1 : 0;
    }

    private static double unread(MillraceTopology topology, String component) {
        return of(topology, component)
                .filter(health -> health.unread().isPresent())
                .map(health -> (double) health.unread().getAsLong())
                .orElse(Double.NaN);
    }

    private static Optional<ComponentHealth> of(MillraceTopology topology, String component) {
        return topology.health().map(health -> health.components().get(component));
    }
}
