package io.millrace.spring.boot;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health of the topology for Spring Boot 4. */
final class ContributedHealth implements HealthIndicator {

    private final MillraceTopology topology;

    ContributedHealth(MillraceTopology topology) {
        this.topology = topology;
    }

    @Override
    public Health health() {
        Health.Builder health = HealthText.isUp(topology) ? Health.up() : Health.down();
        return health.withDetails(HealthText.details(topology)).build();
    }
}
