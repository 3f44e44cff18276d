package io.millrace.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.service.Rate;
import io.millrace.service.ServiceException;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The section {@code telemetry} of a file and from Java. */
class TelemetrySectionTest {

    private static final String TOPOLOGY = """
            name: shop
            channels:
              notes: {}
              sums: {}
              relayed: {kind: queue}
            components:
              source: {class: io.millrace.telemetry.NoteSource, writes: notes, arguments: {count: 3}}
              summer: {class: io.millrace.telemetry.Summer, reads: notes, writes: sums}
              relay: {class: io.millrace.telemetry.Relay, reads: notes, writes: relayed}
              end: {class: io.millrace.telemetry.Summer, reads: relayed, writes: sums2}
            """.replace("sums: {}", "sums: {}\n  sums2: {}");

    @TempDir
    private Path directory;

    private Topology read(String section) throws Exception {
        Path file = directory.resolve("shop.yaml");
        Files.writeString(file, TOPOLOGY + section);
        return Topology.load(file);
    }

    @Test
    void theSectionOfAFileIsThatFromJava() throws Exception {
        Topology topology = read("""
                telemetry:
                  prometheus: {port: 9464, address: 0.0.0.0, hosts: [metrics.example.com]}
                  otlp:
                    endpoint: http://localhost:4318
                    sample: 1/100
                    channels: [notes, sums]
                    headersFile: headers
                    keepFor: 2h
                """);
        assertEquals(
                new TelemetrySpec(
                        Optional.of(
                                new PrometheusSpec(OptionalInt.of(9464), "0.0.0.0", List.of("metrics.example.com"))),
                        Optional.of(new OtlpSpec(
                                "http://localhost:4318/v1/traces",
                                100,
                                List.of("notes", "sums"),
                                Optional.of("headers"),
                                Duration.ofHours(2)))),
                topology.sections().get("telemetry"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "telemetry: {promteus: {port: 1}}|12:13|did you mean prometheus?",
                "telemetry: {prometheus: {port: 1, adress: x}}|12:|did you mean address?",
                "telemetry: {prometheus: {address: x}}|12:|has address without a port",
                "telemetry: {prometheus: {hosts: [x]}}|12:|has hosts without a port",
                "telemetry: {prometheus: {port: 65536}}|12:32|port=65536 is not between 0 and 65535",
                "telemetry: {otlp: {sample: 1/2}}|12:|endpoint",
                "telemetry: {otlp: {endpoint: 'localhost:4318'}}|12:30|is not an address such as http://localhost:4318",
                "telemetry: {otlp: {endpoint: 'http://u:p@x'}}|12:30|without a user",
                "telemetry: {otlp: {endpoint: 'http://x', sample: '2/3'}}|12:50|sample=2/3 is not of the form 1/N",
                "telemetry: {otlp: {endpoint: 'http://x', sample: '1/0'}}|12:50|sample=1/0 is not of the form 1/N",
                "telemetry: {otlp: {endpoint: 'http://x', sample: '1/9999999999'}}|12:50|is not between 1/1 and",
                "telemetry: {otlp: {endpoint: 'http://x', channels: [note]}}|12:|did you mean notes?",
                "telemetry: {otlp: {endpoint: 'http://x', channels: [relayed]}}|12:|channel=relayed, which is no",
                "telemetry: {otlp: {endpoint: 'http://x', keepFor: soon}}|12:|keepFor=soon is not a duration",
                "telemetry: {}|12:|neither prometheus nor otlp"
            })
    void errorsHaveTheLineAndTheNearestName(String section, String position, String text) {
        TopologyException e = assertThrows(TopologyException.class, () -> read(section));
        assertTrue(e.getMessage().contains("shop.yaml:" + position), e.getMessage());
        assertTrue(e.getMessage().contains(text), e.getMessage());
    }

    @Test
    void aSectionFromJavaIsCheckedToo() {
        TelemetrySpec telemetry = TelemetrySpec.none()
                .withOtlp(OtlpSpec.to("https://collector/otlp").withChannels("nots"));
        TopologyException e = assertThrows(
                TopologyException.class,
                () -> TestRun.topology(3, ChannelSpec.journal())
                        .section(telemetry)
                        .build());
        assertTrue(e.getMessage().contains("did you mean notes?"), e.getMessage());
        assertThrows(TelemetryException.class, () -> PrometheusSpec.at(-1));
        assertThrows(TelemetryException.class, () -> OtlpSpec.to("ftp://x"));
        assertThrows(TelemetryException.class, () -> OtlpSpec.to("http://x").withKeepFor(Duration.ofNanos(-1)));
    }

    @Test
    void aFileOfHeadersIsCheckedAndItsValuesAreInNoMessage() throws Exception {
        Path file = Files.createFile(
                directory.resolve("headers"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        for (String text : List.of("authorization secret\n", "a: secret\nA: secret\n", "a b: secret\n")) {
            Files.writeString(file, text);
            String message = refused(file);
            assertTrue(message.contains("line=") && message.contains("file="), message);
            assertTrue(!message.contains("secret"), message);
        }
        Files.writeString(file, "authorization: secret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertTrue(refused(file).contains("change its permissions to 600"));
        assertTrue(refused(directory.resolve("none")).contains("cannot read the file of the headers"));
    }

    private String refused(Path headers) {
        TelemetrySpec telemetry =
                TelemetrySpec.none().withOtlp(OtlpSpec.to("http://localhost:1").withHeadersFile(headers.toString()));
        return assertThrows(
                        ServiceException.class,
                        () -> TestRun.start(directory.resolve("data"), 1, Rate.UNLIMITED, telemetry))
                .getMessage();
    }
}
