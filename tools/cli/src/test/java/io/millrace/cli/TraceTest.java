package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.journal.Index;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A message of a run is followed in its data directory, by the command. */
@Tag("process")
class TraceTest {
    private static final String TOPOLOGY = """
            name: toy
            classpath: ["%s"]
            parameters:
              sensor: {type: string, default: attic}
            channels:
              readings: {}
              averages: {durability: SYNCED}
              rows: {}
            components:
              source:
                class: io.millrace.cli.ToySource
                writes: readings
                arguments: {sensor: "${sensor}", count: 105, after: end}
              averager:
                class: io.millrace.cli.ToyAverager
                reads: [readings]
                writes: averages
              table:
                class: io.millrace.cli.ToyTable
                reads: [averages]
                writes: rows
                arguments: {file: "${data}/table.txt"}
            """.formatted(JavaCommand.testClasses());

    @TempDir
    private Path directory;

    private Path data;
    private List<String> readings;
    private List<String> averages;
    private List<String> rows;

    @BeforeEach
    void runTheTopology() throws Exception {
        runWith("attic");
    }

    private void runWith(String sensor) throws Exception {
        Files.writeString(directory.resolve("toy.yaml"), TOPOLOGY);
        data = directory.resolve("data-" + sensor.length());
        CommandProcess.run(directory, "run", "toy.yaml", "--data", data.toString(), "--sensor", sensor)
                .well();
        readings = indexes("readings");
        averages = indexes("averages");
        rows = indexes("rows");
    }

    private List<String> indexes(String channel) {
        List<String> indexes = new ArrayList<>();
        try (Channel open = Channel.readOnly(data.resolve(channel));
                ChannelCursor cursor = open.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    indexes.add(Index.toText(cursor.index()));
                }
            }
        }
        return indexes;
    }

    private Ended trace(String... arguments) {
        List<String> all = new ArrayList<>(List.of("trace", data.toString()));
        all.addAll(List.of(arguments));
        return CommandCall.run(all.toArray(String[]::new));
    }

    @Test
    void theTextHasThePathAndTheOutputs() {
        String text = trace("averages@" + averages.get(3)).well();
        assertTrue(text.startsWith("averages@" + averages.get(3) + "  average  written 20"), text);
        assertTrue(text.contains("\n  average: [attic, 39, 11.7]\n"), text);
        assertTrue(text.contains("\n  source item 39  taken 20"), text);
        assertTrue(text.matches("(?s).*\n  ├ readings@" + readings.get(39) + " +reading +by source .*"), text);
        assertTrue(
                text.matches("(?s).*\n  └ averages@" + averages.get(3)
                        + " +average +by averager +waiting [0-9.]+ (ns|µs|ms|s) +service [0-9.]+ .*"),
                text);
        assertTrue(text.contains("9 other inputs since its previous output:\n"), text);
        String other = "readings@" + readings.get(30) + "  reading: sensor: attic number: 30 celsius: 15.0\n";
        assertTrue(text.contains(other), text);
        assertTrue(text.contains("└ table (writes rows): 1 output\n      rows@" + rows.get(3) + "  written  "), text);
        assertFalse(text.contains("notes"), text);
        String first = trace("readings@" + readings.get(39), "--depth", "2").well();
        assertTrue(first.contains("averager (writes averages): 1 output"), first);
        assertTrue(first.contains("table (writes rows): 1 output"), first);
        String consumed = trace("readings@" + readings.get(38)).well();
        assertTrue(consumed.contains("averager (writes averages): taken, no output"), consumed);
        String last = trace("readings@" + readings.get(104)).well();
        assertTrue(last.contains("averager (writes averages): taken, no output"), last);
    }

    @Test
    void theChannelIsNamedInAnyWayButOnce() {
        String expected = trace("rows@" + rows.get(2)).well();
        assertEquals(
                path(expected), path(trace(rows.get(2), "--channel", "rows").well()));
        String directly = CommandCall.run("trace", data.resolve("rows").toString(), rows.get(2))
                .well();
        assertEquals(path(expected), path(directly));
        Ended none = trace(rows.get(2));
        assertEquals(2, none.code());
        assertTrue(none.err().contains("name the channel of the message"), none.err());
        assertTrue(none.err().contains("channels=[averages, readings, rows]"), none.err());
        Ended two = trace("rows@" + rows.get(2), "--channel", "averages");
        assertEquals(2, two.code());
        assertTrue(two.err().contains("different channels are named channel=averages other=rows"), two.err());
    }

    private static String path(String text) {
        return text.substring(text.indexOf("path"));
    }

    @Test
    void whatIsNoMessageIsRefused() throws IOException {
        Ended beyond = trace("rows@7:4096");
        assertEquals(2, beyond.code());
        assertTrue(beyond.err().contains("message does not exist channel=rows index=7:4096"), beyond.err());
        assertTrue(beyond.err().contains("lastIndex=" + rows.getLast()), beyond.err());
        for (String wrong : List.of("rows@first", "rows@0:1", "rows@", "rows@-5")) {
            Ended refused = trace(wrong);
            assertEquals(2, refused.code(), wrong);
            assertEquals(1, refused.err().lines().count(), refused.err());
        }
        assertEquals(2, trace("none@0:4096").code());
        assertEquals(2, trace("rows@" + rows.get(1), "--depth", "65").code());
        Ended nowhere = CommandCall.run("trace", directory.resolve("none").toString(), "rows@0:4096");
        assertEquals(2, nowhere.code());
        assertTrue(nowhere.err().contains("no such data directory"), nowhere.err());
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertEquals(2, CommandCall.run("trace", empty.toString(), "0:4096").code());
    }

    @Test
    void aDocumentHasTheSameAsJsonAndYaml() throws IOException {
        String json = trace("averages@" + averages.get(3), "--format", "json").well();
        int numbers = 0;
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            while (parser.nextToken() != null) {
                numbers += parser.currentToken().isNumeric() ? 1 : 0;
            }
        }
        assertTrue(numbers > 10, json);
        assertTrue(json.contains("\"component\" : \"averager\""), json);
        assertTrue(json.contains("\"total\" : 9"), json);
        assertTrue(json.contains("\"command\" : \"millrace trace " + data + " averages@" + averages.get(3)), json);
        String yaml = trace("averages@" + averages.get(3), "--format", "yaml").well();
        assertTrue(yaml.startsWith("message:\n  channel: \"averages\"\n  index: \"" + averages.get(3) + "\"\n"), yaml);
        assertTrue(yaml.contains("\npath:\n  - channel: \"readings\"\n    index: "), yaml);
        assertTrue(yaml.contains("\ncomplete: true\nnotes: []\n"), yaml);
    }

    @Test
    void aPageIsWellFormedAndEscapesAllText() throws Exception {
        runWith("<script>alert('&')</script>");
        Path page = directory.resolve("trace.html");
        Ended ended =
                trace("readings@" + readings.get(39), "--format", "html", "--depth", "3", "--output", page.toString());
        assertEquals("", ended.well());
        String html = Files.readString(page);
        assertFalse(html.contains("<script"), html);
        assertTrue(html.contains("&lt;script&gt;alert(&#39;"), html);
        assertTrue(html.contains("<rect class=\"work\""), html);
        assertTrue(html.contains("prefers-color-scheme: dark"), html);
        assertWellFormed(html);
        Ended nowhere = trace(
                "rows@" + rows.get(1),
                "--output",
                directory.resolve("none/trace.html").toString());
        assertEquals(2, nowhere.code());
    }

    /** Checks that each element is closed; the page would show text of messages elsewhere otherwise. */
    private static void assertWellFormed(String html) throws ParserConfigurationException, IOException, SAXException {
        String xml = html.replaceFirst("<!DOCTYPE html>", "").replaceAll("<(meta [^>]*)>", "<$1/>");
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    @Test
    void damageIsShownAndIsTheExitCode() throws IOException {
        long index = Index.parse(averages.get(3));
        try (RandomAccessFile file =
                new RandomAccessFile(data.resolve("averages/00000000.segment").toFile(), "rw")) {
            file.seek(Index.position(index) + 40);
            int value = file.read();
            file.seek(Index.position(index) + 40);
            file.write(value ^ 1);
        }
        Ended damaged = trace("averages@" + averages.get(3));
        assertEquals(3, damaged.code(), damaged.err());
        assertTrue(damaged.out().contains("(damaged)"), damaged.out());
        assertTrue(damaged.out().contains("wrong frame checksum"), damaged.out());
        assertTrue(damaged.out().contains("table (writes rows): 1 output"), damaged.out());
        assertTrue(damaged.out().contains("readings@" + readings.get(39)), "its output knows the message's own inputs");
    }
}
