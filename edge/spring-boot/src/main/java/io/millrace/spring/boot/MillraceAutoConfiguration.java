package io.millrace.spring.boot;

import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.Topology;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Makes the beans: channels, clients, the topology, its health and its meters. */
@AutoConfiguration
@EnableConfigurationProperties(MillraceProperties.class)
public final class MillraceAutoConfiguration {

    /** Creates the configuration; called by Spring. */
    public MillraceAutoConfiguration() {}

    @Bean
    static PropertyBeans millracePropertyBeans(Environment environment) {
        return new PropertyBeans(environment);
    }

    /** There is a topology: as a bean, as beans of its components, or as a file. */
    static final class HasTopology extends AnyNestedCondition {

        HasTopology() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnBean(Topology.class)
        static final class AsBean {}

        @ConditionalOnBean(ComponentSpec.class)
        static final class AsComponents {}

        @ConditionalOnProperty("millrace.topology.file")
        static final class AsFile {}
    }

    /** The topology, which starts and stops with the application. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(HasTopology.class)
    static final class TopologyConfiguration {

        @Bean
        MillraceTopology millraceTopology(
                MillraceProperties properties, ObjectProvider<Topology> topologies, ApplicationContext context) {
            TopologyProperties given = properties.topology();
            Topology topology = topologies.getIfUnique(() -> TopologySource.read(context, given));
            RunOptions options = RunOptions.in(given.data())
                    .withParameters(given.parameters())
                    .withClassLoader(context.getClassLoader());
            return new MillraceTopology(
                    topology,
                    given.host() == null ? options : options.withHost(given.host()),
                    given.stopWithin(),
                    context);
        }
    }

    /** Meters, where the application has a registry. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(HasTopology.class)
    @ConditionalOnClass(name = "io.micrometer.core.instrument.binder.MeterBinder")
    static final class MeterConfiguration {

        @Bean
        MillraceMeters millraceMeters(MillraceTopology topology) {
            return new MillraceMeters(topology);
        }
    }

    /** Health for Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(HasTopology.class)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    static final class HealthConfiguration {

        @Bean
        ContributedHealth millraceHealthIndicator(MillraceTopology topology) {
            return new ContributedHealth(topology);
        }
    }

    /** Health for Spring Boot 3.5. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(HasTopology.class)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    @ConditionalOnMissingClass("org.springframework.boot.health.contributor.HealthIndicator")
    static final class OlderHealthConfiguration {

        @Bean("millraceHealthIndicator")
        ActuatorHealth millraceHealthIndicator(MillraceTopology topology) {
            return new ActuatorHealth(topology);
        }
    }
}
