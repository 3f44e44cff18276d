package io.millrace.spring.boot;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** The health of the topology for Spring Boot 3.5. */
final class ActuatorHealth implements HealthIndicator {

    private final MillraceTopology topology;

    ActuatorHealth(MillraceTopology topology) {
        this.topology = topology;
    }

    @Override
    public Health health() {
        Health.Builder health = HealthText.isUp(topology) ? Health.up() : Health.down();
        return health.withDetails(HealthText.details(topology)).build();
    }
}
