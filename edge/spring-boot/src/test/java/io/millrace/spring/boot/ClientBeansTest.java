package io.millrace.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.client.ClientException;
import io.millrace.client.MillraceClient;
import io.millrace.clients.ClientsSpec;
import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A component of a topology is called through beans. */
class ClientBeansTest {

    @TempDir
    private Path directory;

    /** An application that is a client, and has nothing of its own. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Desk {}

    /** An application that serves clients. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {

        @Bean
        Topology topology(@Value("${shop.port}") int port) {
            return Topology.builder("shop")
                    .channel("stock", ChannelSpec.journal().withOwnership(Ownership.SHARED))
                    .channel("changes", ChannelSpec.journal())
                    .component(
                            "room",
                            ComponentSpec.of(StockRoom.class).reads("stock").writes("changes"))
                    .section(ClientsSpec.at(port).withAppend("stock"))
                    .build();
        }
    }

    @Test
    void aComponentAnswersThroughABean() {
        for (int run = 1; run <= 2; run++) {
            int port = FreePorts.next();
            try (ConfigurableApplicationContext _ = TestApplication.start(directory, Shop.class, "shop.port=" + port);
                    ConfigurableApplicationContext context = TestApplication.start(
                            directory,
                            Desk.class,
                            "millrace.clients.desk.uris=ws://127.0.0.1:" + port,
                            "millrace.clients.desk.ports.stock=" + Stock.class.getName())) {
                Stock stock = context.getBean(Stock.class);
                assertEquals(stock, context.getBean("desk.stock"));
                stock.delivered("tea", 5);
                assertEquals(3 * run, stock.take("tea", 2), "the state of the run before is there");
                assertEquals(3 * run, stock.left("tea"));
                ClientException refused = assertThrows(ClientException.class, () -> stock.take("tea", 100));
                assertTrue(refused.getMessage().contains("not in stock item=tea"), refused.getMessage());
                assertTrue(context.getBean("desk", MillraceClient.class).name().isPresent());
            }
        }
    }

    @Test
    void whatIsWrongIsNamedAndNoSecretIsText() {
        String nowhere = TestApplication.error(
                () -> TestApplication.start(directory, Desk.class, "millrace.clients.desk.token=abc"));
        assertTrue(nowhere.contains("a client needs an address, as millrace.clients.NAME.uris"), nowhere);
        ClientProperties secret =
                new ClientProperties(List.of("ws://127.0.0.1:1"), "abc", null, Duration.ofSeconds(1), Map.of());
        assertFalse(secret.toString().contains("abc"), secret.toString());
    }
}
