package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class DagFileTest {
    private static final Path DATA = Path.of("src/test/data");

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(DATA)) {
            return files.filter(file -> file.toString().endsWith(".dag"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleGivesItsReportToTheByte(Path example) throws IOException {
        String expected = Files.readString(Path.of(example.toString().replace(".dag", ".expected")));
        assertEquals(expected, decide(Files.readString(example)));
    }

    @Test
    void theOrderOfLinesDoesNotMatter() throws IOException {
        List<String> lines = Files.readAllLines(DATA.resolve("06-seven-validators.dag"));
        List<String> blocks = lines.subList(2, lines.size()).reversed();
        String text = "validators 7\n" + String.join("\n", blocks) + "\n";
        assertEquals(Files.readString(DATA.resolve("06-seven-validators.expected")), decide(text));
    }

    @Test
    void leadersAndHorizonCanBeChosen() throws IOException {
        String report = decide("validators 4\nleaders D A\ngc 3\nfull 1 4 ABCD\n");
        assertTrue(report.startsWith("slot 1 D commit D1 direct\nslot 2 A commit A2 direct\n"), report);
    }

    @Test
    void aBlockThatBreaksSeveralRulesIsRefusedForTheFirst() throws IOException {
        String text = """
                validators 4
                full 1 1 ABCD
                Z 0 Z1
                A 0 X1
                A 2 X2
                A 2 X3 A1 A1
                A 2 X4 B1 A1 C1
                A 1 X5 A1 B1 C1
                A 2 X6 A1 B1 B0 C1
                A 2 X7 A1 B1 C0
                A 2 X7 A1
                A 2 A1 A1
                A 2 X8 A1 B1 Y9
                """;
        assertEquals(
                List.of(
                        "refused A1 duplicate-digest",
                        "refused X1 round",
                        "refused X2 quorum",
                        "refused X3 duplicate-parent",
                        "refused X4 own-parent",
                        "refused X5 parent-round",
                        "refused X6 duplicate-author",
                        "refused X7 quorum",
                        "refused X7 duplicate-digest",
                        "refused Z1 author",
                        "waiting X8"),
                decide(text).lines().filter(line -> !line.startsWith("slot")).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "full 1 2 AB|the first line is validators N value=full file=g.dag line=1",
                "validators 27|there are 1 to 26 validators value=27 file=g.dag line=1",
                "validators 4~A one A1 A0 B0 C0|not a whole number value=one file=g.dag line=2",
                "validators 4~full 3 2 ABCD|the last round is before the first value=2 file=g.dag line=2",
                "validators 4~full 1 9223372036854775807 ABCD|full ends at round 1000000 at the latest"
                        + " value=9223372036854775807 file=g.dag line=2",
                "validators 4~full 1 2 ABX|a seat is a letter from A to D value=X file=g.dag line=2",
                "validators 4~full 1 1 ABCD~gc 5|gc stands before the first block value=gc file=g.dag line=3",
                "validators 4~gc 2|a horizon is at least 3 rounds away value=2 file=g.dag line=2",
                "validators 4~decide now|decide stands alone value=now file=g.dag line=2",
                "validators 4~AA 1 A1 A0 B0 C0|an author is a letter from A to Z value=AA file=g.dag line=2",
                "# nothing|a graph of blocks begins with validators N file=g.dag",
            })
    void aLineThatIsNotUnderstoodIsNamed(String text, String message) {
        LedgerException thrown = assertThrows(LedgerException.class, () -> decide(text.replace('~', '\n')));
        assertEquals(message, thrown.getMessage());
    }

    private static String decide(String text) throws IOException {
        StringBuilder out = new StringBuilder();
        DagFile.decide("g.dag", new BufferedReader(new StringReader(text)), out);
        return out.toString();
    }
}
