package io.millrace.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.channel.Channel;
import io.millrace.channel.SharedWriter;
import io.millrace.fixtures.Await;
import io.millrace.journal.Ownership;
import io.millrace.leaks.ExpectedLog;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HealthState;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application of Spring Boot with channels and a topology: it starts, is seen, stops and continues. */
class ApplicationTest {

    @TempDir
    private Path directory;

    /** An application without anything of its own. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    /** An application whose topology is a bean. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithTopology {

        @Bean
        Topology topology() {
            return Topology.builder("inJava")
                    .channel("numbers", ChannelSpec.journal().withOwnership(Ownership.SHARED))
                    .channel("doubled", ChannelSpec.journal())
                    .component(
                            "doubler",
                            ComponentSpec.of(Doubler.class).reads("numbers").writes("doubled"))
                    .build();
        }
    }

    /** An application whose channels and components are beans. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithComponents {

        @Bean
        ChannelSpec numbers() {
            return ChannelSpec.journal().withOwnership(Ownership.SHARED);
        }

        @Bean
        ChannelSpec doubled() {
            return ChannelSpec.journal();
        }

        @Bean
        ComponentSpec doubler() {
            return ComponentSpec.of(Doubler.class).reads("numbers").writes("doubled");
        }

        @Bean
        ThreadSpec worker() {
            return ThreadSpec.running("doubler").withIdle("parking");
        }
    }

    private ConfigurableApplicationContext start(Class<?> application, String... properties) {
        return TestApplication.start(directory, application, properties);
    }

    private static void awaitOutputs(MillraceTopology topology, long outputs) {
        Await.until(
                "outputs=" + outputs,
                () -> topology.health()
                                .orElseThrow()
                                .components()
                                .get("doubler")
                                .outputs()
                        == outputs);
    }

    @Test
    void channelsAreBeansWithWritersForAllThreads() throws Exception {
        Path prices = directory.resolve("prices");
        try (ConfigurableApplicationContext context = start(
                Plain.class,
                "millrace.channels.prices.directory=" + prices,
                "millrace.channels.prices.durability=SYNCED",
                "millrace.channels.prices.writes=" + Numbers.class.getName())) {
            Numbers out = context.getBean(Numbers.class);
            List<Thread> threads = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                threads.add(Thread.ofVirtual().start(() -> {
                    for (int number = 0; number < 100; number++) {
                        out.number(number);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(
                    400, context.getBean("pricesWriter", SharedWriter.class).written());
            assertEquals("prices", context.getBean("prices", Channel.class).name());
            assertFalse(context.containsBean("millraceTopology"));
        }
        try (Channel channel = Channel.readOnly(prices)) {
            assertEquals("prices", channel.name());
        }
    }

    @Test
    void aTopologyStartsIsSeenStopsAndContinues() {
        for (int run = 0; run < 2; run++) {
            try (ConfigurableApplicationContext context =
                    start(Plain.class, "millrace.topology.file=classpath:doubling.yaml")) {
                MillraceTopology topology = context.getBean(MillraceTopology.class);
                Numbers out = topology.writer("numbers", Numbers.class);
                for (long number = 0; number < 10; number++) {
                    out.number(number);
                }
                awaitOutputs(topology, 10);
                assertEquals(
                        Status.UP,
                        context.getBean("millraceHealthIndicator", HealthIndicator.class)
                                .health()
                                .getStatus());
                SimpleMeterRegistry registry = new SimpleMeterRegistry();
                context.getBean(MeterBinder.class).bindTo(registry);
                assertEquals(
                        10.0,
                        registry.get("millrace.component.outputs")
                                .tags("topology", "doubling", "component", "doubler")
                                .functionCounter()
                                .count());
                assertEquals(
                        1.0,
                        registry.get("millrace.health")
                                .tag("state", "RUNNING")
                                .gauge()
                                .value());
                assertThrows(TopologyException.class, () -> topology.writer("number", Numbers.class));
            }
        }
    }

    @Test
    void aTopologyMayBeABean() {
        try (ConfigurableApplicationContext context = start(WithTopology.class)) {
            MillraceTopology topology = context.getBean(MillraceTopology.class);
            topology.writer("numbers", Numbers.class).number(1);
            awaitOutputs(topology, 1);
            assertEquals("inJava", topology.topology().name());
        }
    }

    @Test
    void channelsComponentsAndThreadsMayBeBeans() {
        for (int run = 1; run <= 2; run++) {
            try (ConfigurableApplicationContext context =
                    start(WithComponents.class, "millrace.topology.name=doubling")) {
                MillraceTopology topology = context.getBean(MillraceTopology.class);
                assertEquals("doubling", topology.topology().name());
                assertEquals(
                        List.of("doubler"),
                        topology.topology().threads().get("worker").runs());
                topology.writer("numbers", Numbers.class).number(run);
                awaitOutputs(topology, 1);
            }
        }
        String both = TestApplication.error(
                () -> start(WithComponents.class, "millrace.topology.file=classpath:doubling.yaml"));
        assertTrue(both.contains("a topology is a file or beans, not both"), both);
    }

    @Test
    @ExpectedLog("number=-1")
    void aRunThatFailsIsDown() {
        try (ConfigurableApplicationContext context =
                start(Plain.class, "millrace.topology.file=classpath:doubling.yaml")) {
            MillraceTopology topology = context.getBean(MillraceTopology.class);
            topology.writer("numbers", Numbers.class).number(-1);
            Await.until("the run fails", () -> topology.health().orElseThrow().state() == HealthState.FAILED);
            assertEquals(
                    Status.DOWN,
                    context.getBean("millraceHealthIndicator", HealthIndicator.class)
                            .health()
                            .getStatus());
        }
    }

    @Test
    void whatIsWrongIsNamed() {
        String missing =
                TestApplication.error(() -> start(Plain.class, "millrace.topology.file=classpath:nothing.yaml"));
        assertTrue(
                missing.contains("there is no such topology millrace.topology.file=classpath:nothing.yaml"), missing);
        String nowhere = TestApplication.error(() -> start(Plain.class, "millrace.channels.prices.durability=MAPPED"));
        assertTrue(nowhere.contains("a channel needs a directory, as millrace.channels.NAME.directory"), nowhere);
    }
}
