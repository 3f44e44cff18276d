package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParameterValuesTest {
    private static final Path DATA = Path.of("/somewhere/data");

    private final Topology topology = Topology.builder("market")
            .file(Path.of("/files/market.yaml"))
            .parameter("input", ParameterSpec.of(ParameterType.PATH).withDefault("trades.csv"))
            .parameter("rows", ParameterSpec.of(ParameterType.INT).withHelp("How many rows"))
            .parameter("pause", ParameterSpec.of(ParameterType.DURATION).withDefault("10ms"))
            .parameter("optional", ParameterSpec.of(ParameterType.PATH).withDefault(""))
            .parameter("on-error", ParameterSpec.choice("stop", "skip").withDefault("stop"))
            .channel("trades", ChannelSpec.journal())
            .component("feed", ComponentSpec.of("example.Feed").writes("trades"))
            .build();

    private ParameterValues values(Map<String, String> given) {
        return ParameterValues.of(topology, given, DATA);
    }

    private String error(Map<String, String> given) {
        return assertThrows(TopologyException.class, () -> values(given)).getMessage();
    }

    @Test
    void referencesAreReplacedByValuesAndDefaults() {
        ParameterValues values = values(Map.of("rows", "12"));
        assertEquals("12 of 10ms, ${rows}!", values.substitute("${rows} of ${pause}, $${rows}!", "feed", "text"));
        assertEquals("jdbc:h2:/somewhere/data/db", values.substitute("jdbc:h2:${data}/db", "feed", "url"));
        assertEquals("", values.substitute("${optional}", "feed", "text"));
    }

    @Test
    void aDefaultPathIsRelativeToTheFileAndAGivenOneToTheWorkingDirectory() {
        assertEquals(
                Path.of("/files/trades.csv").toString(),
                values(Map.of("rows", "1")).substitute("${input}", "feed", "input"));
        assertEquals(
                Path.of("own.csv").toAbsolutePath().toString(),
                values(Map.of("rows", "1", "input", "own.csv")).substitute("${input}", "feed", "input"));
    }

    @Test
    void aWrongMissingOrUnknownParameterIsAnErrorThatNamesIt() {
        assertEquals(
                "/files/market.yaml: parameter=rows (int) must be given: How many rows", error(Map.of("pause", "1s")));
        assertTrue(error(Map.of("rows", "1.5")).endsWith("parameter=rows value=1.5 is not a whole number (int)"));
        assertTrue(error(Map.of("rows", "1", "pause", "soon")).contains("value=soon is not a duration"));
        assertTrue(error(Map.of("rows", "1", "on-error", "skp"))
                .endsWith("value=skp is not one of stop, skip; did you mean skip?"));
        assertTrue(error(Map.of("row", "1"))
                .contains("parameter=row is not a parameter of this topology; did you mean rows?"));
    }

    @Test
    void aReferenceToNoParameterIsAnErrorThatNamesTheArgument() {
        String message = assertThrows(
                        TopologyException.class,
                        () -> values(Map.of("rows", "1")).substitute("${inptu}", "feed", "file"))
                .getMessage();
        assertTrue(message.contains("component=feed argument=file refers to parameter=inptu"), message);
        assertTrue(message.endsWith("did you mean input?"), message);
    }
}
