package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.topology.RunOptions;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the section {@code ledger} of a topology says and refuses; the example of the town runs one. */
class LedgerSectionTest {
    private static final String TOWN = """
            name: town
            parameters:
              seat: {type: int, default: 0}
            ledger: {directory: ledger, seats: 7, port: 7000, at: {rows: 0, more: 2}}
            channels:
              calls: {}
              rows: {}
              more: {}
            components:
              order:
                class: io.millrace.ledger.LedgerSource
                writes: calls
                arguments: {ledger: ledger, seat: "${seat}", calls: io.millrace.ledger.Gifts}
              rows: {class: some.Rows, reads: [calls], writes: rows}
              more: {class: some.More, reads: [calls], writes: more}
            """;

    @TempDir
    Path directory;

    private Topology load(String yaml) throws IOException {
        return Topology.load(Files.writeString(directory.resolve("town.yaml"), yaml));
    }

    private void refused(String message, String yaml) {
        TopologyException refused = assertThrows(TopologyException.class, () -> load(yaml));
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    @Test
    void aSeatHasItsComponents() throws IOException {
        Topology town = load(TOWN);
        LedgerSpec ledger = town.section(LedgerSpec.class).orElseThrow();
        assertEquals(7, ledger.seats());
        assertEquals(7000, ledger.port());
        LedgerSection section = new LedgerSection();
        assertEquals(Set.of("more"), section.leftOut(ledger, town, Map.of()));
        assertEquals(Set.of("rows"), section.leftOut(ledger, town, Map.of("seat", "2")));
        assertEquals(Set.of("rows", "more"), section.leftOut(ledger, town, Map.of("seat", "3")));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        refused("ledger at component=row, which is not among the components", TOWN.replace("{rows: 0", "{row: 0"));
        refused("ledger needs parameter=seat of type int with a default", TOWN.replace("int, default: 0", "int"));
        refused("ledger has no ports for its seats port=65530 seats=7", TOWN.replace("port: 7000", "port: 65530"));
        refused(
                "component=more of each seat reads channel=rows of component=rows, which is at seat=0 alone",
                TOWN.replace(", more: 2}", "}").replace("reads: [calls], writes: more", "reads: [rows], writes: more"));
        refused("seats", TOWN.replace("seats: 7", "seats: 0"));
    }

    @Test
    void aTopologyWithoutItsSourceIsRefused() throws IOException {
        Topology town = load(TOWN.replace("at: {rows: 0, more: 2}", "at: {}")
                .replace("class: io.millrace.ledger.LedgerSource", "class: io.millrace.ledger.OtherSource")
                .replaceAll("(?m)^  (rows|more): \\{class.*\\n", "")
                .replaceAll("(?m)^  (rows|more): \\{}\\n", "")
                .replaceAll("(?m)^    arguments: .*\\n", ""));
        TopologyException refused = assertThrows(
                TopologyException.class, () -> TopologyRunner.open(town, RunOptions.in(directory.resolve("data"))));
        assertTrue(
                refused.getMessage()
                        .contains("ledger needs one component of class=io.millrace.ledger.LedgerSource, which each seat"
                                + " has components=[]"),
                refused.getMessage());
    }

    private static final String LISTED = """
            name: town
            parameters:
              seat: {type: int, default: 0}
              ledger: {type: string, default: "none"}
            ledger: {directory: "${ledger}"}
            channels: {requests: {}, calls: {}, balances: {}}
            components:
              people: {class: io.millrace.ledger.OtherSource, writes: requests}
              order:
                class: io.millrace.ledger.LedgerSource
                reads: [requests]
                writes: calls
                arguments: {ledger: "${ledger}", seat: "${seat}", calls: io.millrace.ledger.Gifts}
              book: {class: io.millrace.ledger.GiftBook, reads: [calls], writes: balances}
            """;

    private String refusedAtStart(String yaml) throws IOException {
        Topology town = load(yaml);
        RunOptions options = RunOptions.in(directory.resolve("data")).withParameters(Map.of("seat", "0"));
        return assertThrows(RuntimeException.class, () -> TopologyRunner.open(town, options))
                .getMessage();
    }

    @Test
    void callsThatWouldNeverComeIntoTheOrderAreRefusedAtTheStart() throws IOException {
        String other = LISTED.replace("ledger.Gifts}", "ledger.GiftBalances}");
        String refused = refusedAtStart(other);
        assertTrue(
                refused.contains("component=people writes call=give channel=requests, which is not among the calls of"
                        + " component=order and would never come into the order"),
                refused);
        assertTrue(refused.contains("town.yaml:13:"), refused);
        refused = refusedAtStart(other.replaceAll("(?m)^  people: .*\\n", "")
                .replace("requests: {}, ", "")
                .replace("    reads: [requests]\n", ""));
        assertTrue(refused.contains("component=book takes call=give channel=calls, which is not among"), refused);
        refused = refusedAtStart(LISTED);
        assertTrue(refused.contains("ledger.properties"), refused); // all calls are listed, and there is no ledger
    }
}
