package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.service.Rate;
import io.millrace.service.Upgrades;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which kinds of a channel may follow which, and that what was made of it stays and continues exactly. */
class ChangedKindTest {

    @TempDir
    Path root;

    private String run(String kinds, long items) throws InterruptedException {
        return run(KilledKinds.topology(kinds, items), "data");
    }

    private String run(TopologyBuilder topology, String data) throws InterruptedException {
        return KilledKinds.run(topology, root.resolve(data), Rate.UNLIMITED);
    }

    /** The calls of a channel that have this in them. */
    static List<String> calls(Path data, String channel, String with) {
        try (Channel opened = Channel.readOnly(data.resolve(channel))) {
            return Flow.calls(opened).stream()
                    .map(call -> call.replaceAll(" [a-z]+@.*", ""))
                    .filter(call -> call.contains(with))
                    .toList();
        }
    }

    /** Checks that all channels have what a run without changes gives. */
    static void compare(Path expected, Path actual, String message) {
        for (String with : List.of("numbers", "others")) {
            assertEquals(calls(expected, "merged", with), calls(actual, "merged", with), message);
        }
        assertEquals(calls(expected, "rare", ""), calls(actual, "rare", ""), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"JJ QQ JJ", "QQ JJ QQ JJ", "QJ JQ QJ", "JQ QQ QJ JJ", "QQ JQ JJ"})
    void eachChangeContinuesExactly(String changes) throws InterruptedException {
        assertEquals("ended", run(KilledKinds.topology("JJ", 900), "expected"));
        String[] kinds = changes.split(" ", -1);
        List<String> before = List.of();
        for (int run = 0; run < kinds.length; run++) {
            long items = 900L * (run + 1) / kinds.length;
            for (int start = 0; start < 2; start++) {
                assertEquals("ended", run(kinds[run], items), kinds[run]);
            }
            List<String> after = calls(root.resolve("data"), "merged", "");
            assertEquals(before, after.subList(0, before.size()), kinds[run]);
            assertFalse(after.size() == before.size(), kinds[run]);
            before = after;
        }
        compare(root.resolve("expected"), root.resolve("data"), changes);
    }

    @Test
    void aJournalGetsEverythingThatItsQueueHas() throws InterruptedException {
        assertEquals("ended", run(KilledKinds.topology("JJ", 500), "expected"));
        assertEquals("ended", run("QQ", 500));
        assertEquals("ended", run("JJ", 500));
        for (String channel : List.of("repeated", "halved")) {
            assertEquals(
                    calls(root.resolve("expected"), channel, ""), calls(root.resolve("data"), channel, ""), channel);
        }
    }

    /** What one reader has taken less than another is not lost: the queue has it again. */
    @Test
    void aReaderThatHasTakenLessGetsTheRestFromTheOtherKind() throws InterruptedException {
        assertEquals("ended", run(KilledKinds.topology("JJ", 500), "expected"));
        assertEquals("ended", run("JJ", 500));
        Flow.delete(root.resolve("data/rare"));
        assertEquals("ended", run("QQ", 500));
        compare(root.resolve("expected"), root.resolve("data"), "queue");
        Flow.delete(root.resolve("data/merged"));
        assertEquals("ended", run("JJ", 500));
        compare(root.resolve("expected"), root.resolve("data"), "journal");
    }

    @Test
    void aQueueMayHaveHadAnotherName() throws InterruptedException {
        assertEquals("ended", run(KilledKinds.topology("JJ", 500), "expected"));
        assertEquals("ended", run("QQ", 300));
        String text = """
                channels:
                  numbers: {ownership: SHARED}
                  halves: {kind: KIND, formerly: halved}
                components:
                  halve: {class: io.millrace.topology.QueueTopologyTest$Halve, reads: numbers, writes: halves}
                """;
        assertTrue(read(text.replace("KIND", "journal")).channels().containsKey("halves"));
        assertEquals("ended", run(renamed(ChannelSpec.journal().formerly("halved"), 500), "data"));
        compare(root.resolve("expected"), root.resolve("data"), "renamed");
        String error = assertThrows(TopologyException.class, () -> read(text.replace("KIND", "direct")))
                .getMessage();
        assertTrue(error.contains("stores nothing"), error);
    }

    private Topology read(String text) {
        try {
            return Topology.load(Files.writeString(root.resolve("read.yaml"), text));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static TopologyBuilder renamed(ChannelSpec halves, long items) {
        return KilledKinds.topology(KilledKinds.channel('Q'), "halves", halves, items, "repeated");
    }

    @Test
    void aReaderOfTheJournalThatHasNotTakenEverythingIsNamed() throws InterruptedException {
        assertEquals("ended", run("JJ", 300));
        Path repeated = root.resolve("data/repeated");
        try (Journal journal = Journal.open(repeated, JournalOptions.defaults())) {
            journal.position("audit");
        }
        List<String> before = calls(root.resolve("data"), "merged", "");
        String error = refusal("QJ");
        assertTrue(error.contains("channel=repeated was of kind journal and cannot become queue"), error);
        assertTrue(error.contains("reader='audit'") && error.contains("unread=450"), error);
        assertTrue(error.contains("end=0:") && error.contains("millrace positions delete"), error);
        assertEquals(before, calls(root.resolve("data"), "merged", ""));
        assertEquals("ended", run("JJ", 300), "the former file still runs");
        try (Journal journal = Journal.open(repeated, JournalOptions.defaults())) {
            journal.position("audit").set(journal.lastIndex());
        }
        assertEquals("ended", run("QJ", 600));
        try (Journal journal = Journal.open(repeated, JournalOptions.defaults())) {
            journal.position("later");
        }
        assertEquals("ended", run("QJ", 600), "a reader that came after the change");
    }

    private String refusal(String kinds) {
        return assertThrows(TopologyException.class, () -> run(kinds, 600)).getMessage();
    }

    @Test
    void whatIsCalledDirectlyKeepsItsKind() throws InterruptedException {
        assertEquals("ended", run(line('D', 100), "data"));
        for (char kind : "JQ".toCharArray()) {
            String error = assertThrows(TopologyException.class, () -> run(line(kind, 200), "data"))
                    .getMessage();
            assertTrue(
                    error.contains("channel=middle was of kind direct and cannot become "
                            + (kind == 'J' ? "journal" : "queue")),
                    error);
            assertTrue(error.contains("component=last output=end"), error);
        }
        assertEquals("ended", run(line('D', 200), "data"));
        for (char kind : "JQ".toCharArray()) {
            assertEquals("ended", run(line(kind, 100), "data" + kind));
            String error = assertThrows(TopologyException.class, () -> run(line('D', 200), "data" + kind))
                    .getMessage();
            assertTrue(
                    error.contains("channel=middle was of kind " + (kind == 'J' ? "journal" : "queue")
                            + " and cannot become direct"),
                    error);
        }
    }

    private static TopologyBuilder line(char kind, long items) {
        return line(kind, items, KilledKinds.Few.class);
    }

    private static TopologyBuilder line(char kind, long items, Class<?> first) {
        return Topology.builder("line")
                .channel("numbers", ChannelSpec.journal())
                .channel("middle", KilledKinds.channel(kind))
                .channel("end", ChannelSpec.journal())
                .component(
                        "counter",
                        ComponentSpec.of(QueueTopologyTest.Counter.class)
                                .writes("numbers")
                                .argument("limit", items))
                .component("first", ComponentSpec.of(first).reads("numbers").writes("middle"))
                .component(
                        "last",
                        ComponentSpec.of(QueueTopologyTest.Halve.class)
                                .reads("middle")
                                .writes("end"));
    }

    @Test
    void aJournalThatHasLostItsBeginningStaysOne() throws InterruptedException {
        assertEquals("ended", run("JJ", 1_400));
        try (Channel channel = Channel.journal("repeated", root.resolve("data/repeated"), Flow.small())) {
            Flow.trim(channel, 1);
        }
        String error = refusal("QJ");
        assertTrue(error.contains("retention has removed its first messages"), error);
    }

    /** After a reset the spare would have no copy of the former journal, which outputs name. */
    @Test
    void aJournalOfAHostWithASpareStaysOne() throws InterruptedException {
        assertEquals("ended", run(line('J', 200), "data"));
        Topology queue = line('Q', 200).build();
        TopologyData.check(queue, root.resolve("data"), Optional.empty());
        TopologyException e = assertThrows(
                TopologyException.class, () -> TopologyData.check(queue, root.resolve("data"), Optional.of("standby")));
        assertTrue(e.getMessage().contains("channel=middle"), e.getMessage());
        assertTrue(e.getMessage().contains("spare=standby"), e.getMessage());
    }

    /** The writer makes the queue again, and what it makes is compared with the journal as ever. */
    @Test
    void aWriterThatMakesOtherCallsIsRefused() throws InterruptedException {
        assertEquals("ended", run(line('J', 200), "data"));
        String error = run(line('Q', 200, KilledKinds.Seldom.class), "data");
        assertTrue(error.contains("replay diverged") && error.contains("service=first"), error);
        assertEquals("ended", run(line('Q', 300), "data"));
        error = run(line('J', 300, KilledKinds.Seldom.class), "data");
        assertTrue(error.contains("replay diverged"), error);
    }

    @Test
    void aJournalThatAnotherVersionHasBegunIsRemoved() throws InterruptedException {
        assertEquals("ended", run(line('Q', 200), "data"));
        String error = run(line('J', 200, KilledKinds.Seldom.class), "data");
        assertTrue(error.contains("replay diverged") && error.contains("service=last"), error);
        error = run(line('J', 200), "data");
        assertTrue(error.contains("replay diverged") && error.contains("service=first"), error);
        Flow.delete(root.resolve("data/middle"));
        assertEquals("ended", run(line('J', 300), "data"));
    }

    @Test
    void aJournalWithTheMarkOfAnUpgradeStaysOne() throws InterruptedException {
        assertEquals("ended", run(line('J', 200), "data"));
        Upgrades.in(root.resolve("data")).order("first", "test", "another version");
        assertEquals("ended", run(line('J', 300), "data"));
        String error = run(line('Q', 300), "data");
        assertTrue(error.contains("a journal with the mark of an upgrade cannot become a queue"), error);
        assertEquals("ended", run(line('J', 400), "data"));
    }

    /** The order of two inputs of a writer was not that of one, so the calls cannot be made again. */
    @Test
    void aWriterThatReadsMoreAtTheSameTimeIsRefused() throws InterruptedException {
        assertEquals("ended", run("QQ", 300));
        List<String> before = calls(root.resolve("data"), "merged", "");
        ChannelSpec journal = ChannelSpec.journal();
        TopologyBuilder more = KilledKinds.topology(journal, "halved", journal, 600, "repeated", "numbers");
        String error = run(more, "data");
        assertTrue(error.contains("channel=halved input=halved@0"), error);
        assertTrue(error.contains("in the order of one channel"), error);
        assertEquals(before, calls(root.resolve("data"), "merged", ""));
        assertEquals("ended", run("JJ", 600));
        assertEquals("ended", run(more, "data"), "once the journal has what the queue had");
    }

    @Test
    void aFormerJournalMustStay() throws InterruptedException {
        assertEquals("ended", run("JJ", 300));
        assertEquals("ended", run("QJ", 600));
        Flow.delete(root.resolve("data/repeated"));
        String error = run("QJ", 600);
        assertTrue(error.contains("the channel was a journal, whose directory is not there any more"), error);
    }

    @Test
    void aDescriptionOfTheLastRunThatIsDamagedIsWrittenAnew() throws Exception {
        assertEquals("ended", run("JJ", 300));
        Files.writeString(root.resolve("data/millrace.run"), "queues: {rubbish\n\0");
        assertEquals("ended", run("QJ", 600));
        Files.writeString(root.resolve("data/millrace.run"), "");
        assertEquals("ended", run("JQ", 900));
    }

    /** A client of a journal reads in Java what the channel held as a queue. */
    @Test
    void aReaderInJavaGetsTheCallsFromTheFirstOn() throws InterruptedException {
        assertEquals("ended", run(line('Q', 50), "data"));
        assertEquals("ended", run(line('J', 50), "data"));
        long[] calls = {0};
        Numbers count = value -> calls[0]++;
        try (Channel channel = Channel.readOnly(root.resolve("data/middle"));
                ChannelReader reader = channel.reader(count, ReaderOptions.defaults(), Numbers.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                // the next one
            }
        }
        assertEquals(73, calls[0]);
    }
}
