package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientSettingsTest {
    @TempDir
    Path directory;

    private ClientSettings settings(Optional<Path> file, String... given) {
        Map<String, String> environment = Map.of("SECRET", "hunter22", "NAME", "me");
        return ClientSettings.of("broker:1", file, List.of(given), Set.of("acks"), environment::get);
    }

    private String error(String... given) {
        return assertThrows(KafkaServiceException.class, () -> settings(Optional.empty(), given))
                .getMessage();
    }

    @Test
    void valuesComeFromFilesAndTheEnvironmentAndTheLastWins() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "from-file\n");
        Path file = Files.writeString(
                directory.resolve("client.properties"),
                "linger.ms=5\nsasl.jaas.config=user=\"${env:NAME}\" password=\"${env:SECRET}\";\n"
                        + "ssl.key.password=${file:"
                        + secret + "}\n");
        Map<String, Object> all = settings(Optional.of(file), "linger.ms = 7").forClient("it", Map.of("own", 1));
        assertEquals("7", all.get("linger.ms"));
        assertEquals("user=\"me\" password=\"hunter22\";", all.get("sasl.jaas.config"));
        assertEquals("from-file", all.get("ssl.key.password"));
        assertEquals("broker:1", all.get("bootstrap.servers"));
        assertEquals(1, all.get("own"));
    }

    @Test
    void whatIsWrongIsNamedAndNoValueIs() {
        assertEquals(
                "a variable of the environment is missing setting=sasl.password variable=NOWHERE",
                error("sasl.password=${env:NOWHERE}"));
        assertTrue(error("x=${file:/nowhere/at/all}").startsWith("the file of a setting cannot be read setting=x"));
        assertTrue(error("acks=0").contains("name=acks"));
        assertTrue(error("noequals").contains("setting=noequals"));
    }

    @Test
    void aCallWaitsLongerThanARequest() {
        assertEquals(15_000, settings(Optional.empty()).callTimeoutMs());
        assertEquals(
                2_000,
                settings(Optional.empty(), "request.timeout.ms=1995", "default.api.timeout.ms=2000")
                        .callTimeoutMs());
        for (String[] wrong : new String[][] {
            {"default.api.timeout.ms=5004"}, {"request.timeout.ms=15000"},
        }) {
            ClientSettings settings = settings(Optional.empty(), wrong);
            String message = assertThrows(KafkaServiceException.class, settings::callTimeoutMs)
                    .getMessage();
            assertTrue(message.contains("name=default.api.timeout.ms minimumMs="), message);
        }
    }

    @Test
    void errorsOfTheClientQuoteNoSecret() {
        ClientSettings settings = settings(
                Optional.empty(),
                "sasl.mechanism=PLAIN",
                "security.protocol=SASL_PLAINTEXT",
                "sasl.jaas.config=no.such.Module wrong user=x password=${env:SECRET};");
        KafkaException error = assertThrows(
                KafkaException.class,
                () -> new KafkaProducer<>(
                                settings.forClient("it", Map.of()),
                                new ByteArraySerializer(),
                                new ByteArraySerializer())
                        .close());
        assertFalse(settings.said(error).contains("hunter22"), settings.said(error));
        ConfigException quoting = new ConfigException("name", "hunter22", "is wrong");
        assertEquals("ConfigException: Invalid value *** for configuration name: is wrong", settings.said(quoting));
        assertNull(settings.cause(new KafkaException("failed", quoting)));
    }
}
