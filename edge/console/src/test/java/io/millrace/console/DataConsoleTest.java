package io.millrace.console;

import static io.millrace.console.Page.at;
import static io.millrace.console.Page.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.JournalOptions;
import io.millrace.service.Rate;
import io.millrace.wire.WireLimits;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console of a data directory. */
class DataConsoleTest {

    /** Some minutes of them. */
    private static final int MOST_STATES = 300;

    @TempDir
    private Path data;

    private DataConsole open() {
        return DataConsole.open(data, ConsoleOptions.loopback(0));
    }

    private static Page page(DataConsole console) {
        return new Page(URI.create(console.uri()));
    }

    /** Leaves the data of a run whose notes are all processed. */
    private void run(long count) throws Exception {
        try (TestRun run = TestRun.start(data, count, "x");
                Page page = new Page(run.uri)) {
            for (String channel : List.of("sums", "ends")) {
                long startNs = System.nanoTime();
                while ((long) page.data("/api/channel/" + channel).get("messages") < count) {
                    assertTrue(System.nanoTime() - startNs < 60_000_000_000L);
                    Thread.sleep(10);
                }
            }
        }
    }

    private static void write(Path directory, String text, ChannelOptions options) {
        try (Channel channel = Channel.journal(directory.getFileName().toString(), directory, options);
                ChannelWriter writer = channel.writer()) {
            writer.as(Notes.class).note(new Notes.Note(1, text, 1));
        }
    }

    private static ChannelOptions small() {
        return ChannelOptions.defaults()
                .withJournal(JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES));
    }

    /** Returns the first state that is as expected. */
    private static Map<String, Object> await(Page.Session session, Predicate<Map<String, Object>> expected)
            throws InterruptedException {
        Map<String, Object> state = session.next();
        for (int i = 0; i < MOST_STATES && !expected.test(state); i++) {
            state = session.next();
        }
        assertTrue(expected.test(state), state.toString());
        return state;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void theGraphIsInferredAndMessagesAreFollowed() throws Exception {
        run(50);
        try (DataConsole console = open();
                Page page = page(console)) {
            Map<String, Object> answer = page.data("/api/run");
            assertEquals(false, answer.get("live"));
            List<Object> names = list(answer, "graph", "components").stream()
                    .map(each -> each.get("name"))
                    .toList();
            assertTrue(names.containsAll(List.of("source", "summer")), names.toString());
            Map<String, Object> sum = list(
                            page.data("/api/messages?channel=sums&direction=backward&limit=1"), "messages")
                    .getFirst();
            Map<String, Object> trace = page.data("/api/trace?channel=sums&index=" + sum.get("index"));
            List<Map<String, Object>> path = list(trace, "path");
            assertEquals("notes", path.get(path.size() - 2).get("channel"), trace.toString());
            assertEquals("sums", path.getLast().get("channel"), trace.toString());
            assertEquals("summer", path.getLast().get("component"), trace.toString());
            assertTrue((long) path.getLast().get("serviceNs") >= 0, trace.toString());
            Map<String, Object> input =
                    page.data("/api/trace?channel=notes&index=" + at(path.getLast(), "input", "index"));
            assertTrue(
                    list(input, "outputs").stream()
                            .anyMatch(output -> output.get("index").equals(sum.get("index"))
                                    && output.get("component").equals("summer")),
                    input.toString());
            assertEquals(404, page.get("/api/trace?channel=sums&index=0:8").status());
            assertEquals(404, page.get("/api/trace?channel=none&index=0:8").status());
            Map<String, Object> state = page.open().next();
            assertEquals("DATA", state.get("health"));
            assertEquals(50L, at(state, "channels", "sums", "messages"));
            assertEquals(null, at(state, "components", "summer", "state"));
        }
    }

    @Test
    void whatTheDataDoesNotSayIsUnknown() throws Exception {
        run(50);
        try (DataConsole console = open();
                Page page = page(console)) {
            Map<String, Object> state = page.open().next();
            assertEquals(0L, at(state, "components", "summer", "unread"), state.toString());
            assertEquals(null, at(state, "components", "summer", "recordedErrors"));
            assertEquals(null, at(state, "components", "end", "unread"), "a queue is in no file");
            assertEquals("unknown", at(state, "channels", "relayed", "state"));
            assertEquals(null, at(state, "channels", "relayed", "messages"));
            assertEquals(List.of(), at(state, "readers", "sums"), "what a restart needs is no reader");
            assertTrue(
                    (long) at(state, "channels", "sums", "diskBytes") > (long) at(state, "channels", "sums", "bytes"));
            Map<String, Object> sums = page.data("/api/channel/sums");
            for (String unknown : List.of("durability", "ownership", "retention")) {
                assertTrue(sums.containsKey(unknown) && sums.get(unknown) == null, unknown);
            }
            for (String[] end : new String[][] {{"firstIndex", "forward"}, {"lastIndex", "backward"}}) {
                Map<String, Object> message = list(
                                page.data("/api/messages?channel=sums&limit=1&direction=" + end[1]), "messages")
                        .getFirst();
                assertEquals(message.get("index"), sums.get(end[0]), "records of the channel are no messages");
            }
            Map<String, Object> position = list(sums, "positions").getFirst();
            assertEquals("restart of summer", position.get("name"));
            assertEquals(null, position.get("unread"));
        }
    }

    @Test
    void aReaderThatMayHaveReadAllIsBounded() throws Exception {
        run(50);
        try (Channel notes = Channel.journal("notes", data.resolve("notes"), ChannelOptions.defaults());
                ChannelWriter writer = notes.writer()) {
            for (int i = 0; i < 5; i++) {
                writer.as(Notes.class).note(new Notes.Note(50 + i, "x", 1));
            }
        }
        try (DataConsole console = open();
                Page page = page(console)) {
            Map<String, Object> state = page.open().next();
            assertEquals(null, at(state, "components", "summer", "unread"), state.toString());
            assertEquals(5L, at(state, "components", "summer", "unreadAtMost"), state.toString());
        }
    }

    @Test
    void aFilterThatCannotBeMeantIsRefusedAndAFieldThatNoMessageHasIsSaid() throws Exception {
        run(50);
        try (DataConsole console = open();
                Page page = page(console)) {
            assertEquals(400, page.get("/api/messages?channel=notes&value=x").status());
            assertEquals(
                    400,
                    page.get("/api/messages?channel=notes&field=number&op=lt&value=abc")
                            .status());
            Map<String, Object> less = page.data("/api/messages?channel=notes&field=number&op=lt&value=3");
            assertEquals(3, list(less, "messages").size());
            assertEquals(null, less.get("command"), "no command compares a field");
            assertEquals(
                    List.of(),
                    page.data("/api/messages?channel=notes&field=text&op=lt&value=3")
                            .get("messages"));
            Map<String, Object> none = page.data("/api/messages?channel=notes&field=nothing&value=3");
            assertEquals(1, ((List<?>) none.get("missingFields")).size());
            assertEquals(List.of(), less.get("missingFields"));
            assertEquals(
                    "millrace tail -n 5 " + data.resolve("notes") + " --grep '^(note):' --history",
                    page.data("/api/messages?channel=notes&direction=backward&limit=5&call=note")
                            .get("command"));
        }
    }

    @Test
    void theWholeTextAndSeveralFieldsAreSearched() throws Exception {
        run(50);
        try (DataConsole console = open();
                Page page = page(console)) {
            String path = "/api/messages?channel=notes";
            Map<String, Object> text = page.data(path + "&text=number:+17");
            assertEquals(1, list(text, "messages").size());
            assertEquals(null, text.get("command"), "no command searches like this");
            Map<String, Object> both = page.data(path + "&field=number&op=gt&value=10&field2=number&op2=lt&value2=13");
            assertEquals(2, list(both, "messages").size());
            Map<String, Object> none =
                    page.data(path + "&text=number&field=number&op=gt&value=10&field4=nothing&value4=x");
            assertEquals(List.of(), none.get("messages"));
            assertEquals(List.of("nothing"), none.get("missingFields"));
            assertEquals(400, page.get(path + "&value3=x").status());
            Page.Answer tooLong = page.get(path + "&text=" + "x".repeat(2_000));
            assertEquals(400, tooLong.status());
            assertTrue(tooLong.body().contains("filter is too long maxChars=1000"), tooLong.body());
            assertTrue(page.get(path + "&text=" + "x".repeat(10_000)).status() >= 400);
        }
    }

    @Test
    void aMessageIsAFile() throws Exception {
        run(5);
        try (DataConsole console = open();
                Page page = page(console)) {
            Map<String, Object> first = list(page.data("/api/messages?channel=notes&limit=1"), "messages")
                    .getFirst();
            String path = "/api/download?channel=notes&index=" + first.get("index");
            assertEquals(first.get("text"), page.get(path + "&as=yaml").body());
            assertEquals(
                    page.data("/api/message?channel=notes&format=json&index=" + first.get("index"))
                            .get("text"),
                    page.get(path + "&as=json").body());
            assertEquals(200, page.get(path).status());
            assertEquals((long) first.get("bytes"), page.size(path));
            assertEquals(400, page.get(path + "&as=exe").status());
            assertEquals(404, page.get("/api/download?channel=none&index=0:64").status());
            assertEquals(404, page.get("/api/download?channel=notes&index=9:64").status());
        }
    }

    @Test
    void anotherRunIsWatchedWhileItWrites() throws Exception {
        try (TestRun run = TestRun.start(data, Long.MAX_VALUE, "x", -1, ConsoleSpec.at(0), Rate.perSecond(1_000));
                DataConsole console = open();
                Page page = page(console)) {
            Page.Session session = page.open();
            Map<String, Object> state = await(
                    session,
                    each -> at(each, "channels", "sums", "rate") instanceof Double rate
                            && rate > 100
                            && at(each, "latency", "summer", "service") != null);
            assertTrue((long) at(state, "latency", "summer", "service", "p50") > 0, state.toString());
            assertEquals(run.running.dataDirectory(), data);
        }
    }

    @Test
    void channelsAppearAndDisappear() throws Exception {
        write(data.resolve("one"), "x", small());
        try (DataConsole console = open();
                Page page = page(console)) {
            Page.Session session = page.open();
            await(session, state -> "ok".equals(at(state, "channels", "one", "state")));
            write(data.resolve("two"), "x", small());
            await(session, state -> "ok".equals(at(state, "channels", "two", "state")));
            session.send("{\"follow\":{\"channel\":\"two\"}}");
            await(session, state -> at(state, "tail", "channel") != null);
            delete(data.resolve("two"));
            Map<String, Object> gone = await(session, state -> "gone".equals(at(state, "channels", "two", "state")));
            assertTrue(at(gone, "channels", "two", "error").toString().contains("was removed"), gone.toString());
            assertEquals("ok", at(gone, "channels", "one", "state"));
            assertTrue(page.get("/api/messages?channel=two").status() >= 404);
            write(data.resolve("two"), "again", small());
            await(session, state -> "ok".equals(at(state, "channels", "two", "state")));
            assertEquals(200, page.get("/api/messages?channel=two").status());
        }
    }

    @Test
    void aChannelOfAnotherVersionIsShownWithTheReasonAndTheOthersWork() throws Exception {
        write(data.resolve("good"), "x", small());
        write(data.resolve("newer"), "x", small());
        write(data.resolve("damaged"), "x", small());
        write(data.resolve("garbage"), "x", small());
        for (long copy : List.of(0L, 2048L)) { // the table states its kind and version twice
            overwrite(data.resolve("newer/journal.table"), copy + 8, new byte[] {99});
            overwrite(data.resolve("garbage/journal.table"), copy, new byte[2048]);
        }
        overwrite(data.resolve("damaged/00000000.segment"), 8304 + 4, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        try (DataConsole console = open();
                Page page = page(console)) {
            Page.Session session = page.open();
            Map<String, Object> state = await(session, each -> each.get("channels") != null);
            assertEquals("DEGRADED", state.get("health"), state.toString());
            assertEquals("ok", at(state, "channels", "good", "state"));
            assertEquals("damaged", at(state, "channels", "newer", "state"));
            assertEquals("damaged", at(state, "channels", "garbage", "state"));
            assertTrue(at(state, "channels", "newer", "error").toString().contains("version"), state.toString());
            Page.Answer newer = page.get("/api/messages?channel=newer");
            assertEquals(404, newer.status());
            assertTrue(newer.body().contains("version"), newer.body());
            assertEquals(200, page.get("/api/messages?channel=good").status());
            Page.Answer damaged = page.get("/api/messages?channel=damaged");
            assertTrue(damaged.status() == 409 || damaged.status() == 404, damaged.body());
            assertEquals(200, page.get("/api/view/journals").status());
        }
    }

    private static void overwrite(Path file, long position, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), position);
        }
    }

    @Test
    void aMessageOfManyMegabytesIsShownByItsFirstBytes() {
        ChannelOptions options = ChannelOptions.defaults()
                .withLimits(new WireLimits(32 << 20, 30 << 20, 100, 10))
                .withJournal(JournalOptions.defaults().withSegmentSizeBytes(128L << 20));
        write(data.resolve("big"), "z".repeat(20 << 20), options);
        try (DataConsole console = open();
                Page page = page(console)) {
            Page.Answer answer = page.get("/api/messages?channel=big");
            assertEquals(200, answer.status(), answer.body());
            assertTrue(
                    answer.body().length() < 10_000, "length=" + answer.body().length());
            Map<String, Object> message = list(answer.json(), "messages").getFirst();
            assertTrue((long) message.get("bytes") > 20 << 20, message.toString());
            assertEquals(true, message.get("shortened"));
            Page.Answer alone = page.get("/api/message?channel=big&index=" + message.get("index"));
            assertTrue(alone.body().contains("zzzz"), alone.body());
            assertTrue(alone.body().length() < 10_000, "length=" + alone.body().length());
            assertEquals(
                    1L,
                    page.data("/api/messages?channel=big&field=text&op=contains&value=z")
                            .get("tooLong"));
            assertEquals(
                    200,
                    page.get("/api/trace?channel=big&index=" + message.get("index"))
                            .status());
        }
    }

    @Test
    void whatIsNoDirectoryIsNamed() {
        ConsoleException error = assertThrows(
                ConsoleException.class, () -> DataConsole.open(data.resolve("none"), ConsoleOptions.loopback(0)));
        assertTrue(error.getMessage().contains("none"), error.getMessage());
    }

    @Test
    void theDataDirectoryMayDisappearAsAWhole() throws Exception {
        write(data.resolve("all/one"), "x", small());
        try (DataConsole console = DataConsole.open(data.resolve("all"), ConsoleOptions.loopback(0));
                Page page = page(console)) {
            Page.Session session = page.open();
            await(session, state -> "ok".equals(at(state, "channels", "one", "state")));
            delete(data.resolve("all"));
            Map<String, Object> state = await(session, each -> "FAILED".equals(each.get("health")));
            assertTrue(state.get("failure").toString().contains("all"), state.toString());
        }
    }
}
