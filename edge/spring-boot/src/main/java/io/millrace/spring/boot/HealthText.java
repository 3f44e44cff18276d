package io.millrace.spring.boot;

import io.millrace.topology.HealthState;
import io.millrace.topology.TopologyHealth;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a health indicator of either line of Spring Boot says of a topology. */
final class HealthText {

    private HealthText() {}

    /** Returns whether the application is up: a run that has failed or was not started is not. */
    static boolean isUp(MillraceTopology topology) {
        return topology.health()
                .map(TopologyHealth::state)
                .filter(state -> state != HealthState.FAILED)
                .isPresent();
    }

    static Map<String, Object> details(MillraceTopology topology) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("topology", topology.topology().name());
        topology.health().ifPresent(health -> {
            details.put("state", health.state().name());
            Map<String, Object> components = new LinkedHashMap<>();
            health.components()
                    .forEach((name, component) -> components.put(
                            name,
                            component.state() + " inputs=" + component.inputs() + " outputs=" + component.outputs()));
            details.put("components", components);
            health.lastError().ifPresent(error -> details.put("lastError", error));
            health.failure().ifPresent(failure -> details.put("failure", failure));
        });
        return details;
    }
}
