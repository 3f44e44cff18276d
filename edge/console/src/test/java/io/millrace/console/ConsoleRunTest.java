package io.millrace.console;

import static io.millrace.console.Page.at;
import static io.millrace.console.Page.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.server.ServerException;
import io.millrace.service.Rate;
import io.millrace.topology.RunEnd;
import io.millrace.topology.TopologyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console of a run, as a page sees it. */
class ConsoleRunTest {

    private static final long MANY = Long.MAX_VALUE;

    /** Some minutes of them. */
    private static final int MOST_STATES = 300;

    @TempDir
    private Path data;

    @Test
    void theGraphSaysWhatReadsAndWritesWhat() {
        try (TestRun run = TestRun.start(data, 10, "x");
                Page page = new Page(run.uri)) {
            Map<String, Object> answer = page.data("/api/run");
            assertEquals("shop", answer.get("title"));
            assertEquals(true, answer.get("live"));
            assertEquals(false, answer.get("admin"));
            assertEquals(
                    List.of("source", "component", "component", "component"),
                    list(answer, "graph", "components").stream()
                            .map(each -> each.get("kind"))
                            .toList());
            Map<String, Object> summer = list(answer, "graph", "components").get(1);
            assertEquals("summer", summer.get("name"));
            assertEquals("main", summer.get("thread"));
            assertEquals(List.of("notes"), summer.get("reads"));
            assertEquals("sums", summer.get("writes"));
            Map<String, Object> queue = list(answer, "graph", "channels").get(2);
            assertEquals("queue", queue.get("kind"));
            assertEquals(1L << 20, queue.get("capacityBytes"));
            assertEquals("journals", list(answer, "views").getFirst().get("name"));
        }
    }

    @Test
    void statesHaveRatesPositionsThreadsAndLatencies() throws Exception {
        try (TestRun run = start(Rate.perSecond(2_000));
                Page page = new Page(run.uri)) {
            Page.Session session = page.open();
            // A thread that was paused has another rate in one state.
            Map<String, Object> state = await(
                    session,
                    each -> at(each, "latency", "summer", "service") != null
                            && isAbove(100, each, "components", "summer", "inRate")
                            && isAbove(0, each, "threads", "main", "busy")
                            && (double) at(each, "threads", "main", "busy") < 1
                            && Stream.of("notes", "sums", "ends")
                                    .allMatch(channel -> isAbove(100, each, "channels", channel, "rate")
                                            && isAbove(100, each, "channels", channel, "bytesRate")));
            assertEquals("RUNNING", state.get("health"));
            for (String channel : List.of("notes", "sums", "ends")) {
                assertEquals("ok", at(state, "channels", channel, "state"));
            }
            assertTrue((long) at(state, "channels", "relayed", "messages") > 100, state.toString());
            assertNotNull(at(state, "channels", "relayed", "depth"), state.toString());
            assertEquals("LIVE", at(state, "components", "summer", "state"));
            assertEquals("backoff", at(state, "threads", "main", "idle"));
            assertEquals("parking", at(state, "threads", "second", "idle"));
            assertTrue((long) at(state, "latency", "summer", "service", "count") > 0, state.toString());
            assertTrue((long) at(state, "latency", "summer", "endToEnd", "p99") > 0, state.toString());
            Map<String, Object> latency = page.data("/api/latency?component=summer&measure=service");
            assertTrue((long) at(latency, "total", "service", "count") > 0, latency.toString());
            long bars = list(latency, "distribution").stream()
                    .mapToLong(bar -> (long) bar.get("count"))
                    .sum();
            assertTrue(bars >= (long) at(latency, "total", "service", "count"), latency.toString());
        }
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

    private static boolean isAbove(double bound, Map<String, Object> state, String... path) {
        return at(state, path) instanceof Double number && number > bound;
    }

    private TestRun start(Rate rate) {
        return TestRun.start(data, MANY, "x", -1, ConsoleSpec.at(0), rate);
    }

    @Test
    void theLastStateOfARunThatFailsReachesThePage() throws Exception {
        TestRun run = TestRun.start(data, MANY, "x", 200, ConsoleSpec.at(0), Rate.perSecond(1_000));
        try (Page page = new Page(run.uri)) {
            Page.Session session = page.open();
            session.next();
            Thread closing = Thread.ofPlatform().start(() -> {
                Await.until("the run has failed", () -> run.running.failure().isPresent());
                run.close(); // as a command does at once
            });
            Map<String, Object> last = Map.of();
            String text = session.text();
            while (!text.startsWith("closed")) {
                last = Page.object(text);
                session.send("{\"confirm\":" + last.get("seq") + "}");
                text = session.text();
            }
            closing.join();
            assertEquals("FAILED", last.get("health"), last.toString());
            assertEquals("FAILED", at(last, "components", "source", "state"), last.toString());
            assertNotNull(last.get("failure"));
        } finally {
            run.close();
        }
    }

    @Test
    void aPageGetsNoStateUntilItHasConfirmedTheLastOne() throws Exception {
        try (TestRun run = TestRun.start(data, 10, "x");
                Page page = new Page(run.uri)) {
            Page.Session session = page.open();
            Map<String, Object> first = Page.object(session.text());
            Thread.sleep(1_500);
            assertFalse(session.hasText());
            session.send("{\"confirm\":" + ((long) first.get("seq") + 5) + "}");
            Thread.sleep(700);
            assertFalse(session.hasText());
            session.send("{\"confirm\":" + first.get("seq") + "}");
            assertEquals(
                    (long) first.get("seq") + 1, Page.object(session.text()).get("seq"));
        }
    }

    @Test
    void aPageFollowsAChannelWithAFilter() throws Exception {
        try (TestRun run = start(Rate.perSecond(500));
                Page page = new Page(run.uri)) {
            Page.Session session = page.open();
            session.send("{\"follow\":{\"channel\":\"notes\",\"field\":\"weight\",\"op\":\"gt\",\"value\":\"20\"}}");
            int seen = 0;
            for (int i = 0; i < MOST_STATES && seen < 50; i++) {
                Map<String, Object> next = session.next();
                for (Map<String, Object> message :
                        at(next, "tail") == null ? List.<Map<String, Object>>of() : list(next, "tail", "messages")) {
                    assertEquals("note", message.get("call"));
                    double weight = Double.parseDouble(
                            message.get("text").toString().replaceAll("(?s).*weight: ([0-9.]+).*", "$1"));
                    assertTrue(weight > 20, message.toString());
                    seen++;
                }
            }
            assertTrue(seen > 0);
            session.send("{\"follow\":null}");
            await(session, each -> each.get("tail") == null);
            session.send("{\"follow\":{\"channel\":\"none\"}}");
            Map<String, Object> state = await(session, each -> each.get("tail") != null);
            assertEquals("there is no journal of this name to follow channel=none", at(state, "tail", "error"));
        }
    }

    @Test
    void messagesAreReadInBothDirectionsInPieces() throws Exception {
        try (TestRun run = TestRun.start(data, 1_000, "x");
                Page page = new Page(run.uri)) {
            awaitMessages(page, "sums", 1_000);
            String from = "start";
            long read = 0;
            while (from != null) {
                Map<String, Object> answer = page.data("/api/messages?channel=notes&limit=300&from=" + from);
                for (Map<String, Object> message : list(answer, "messages")) {
                    assertTrue(message.get("text").toString().contains("number: " + read + "\n"), message.toString());
                    read++;
                }
                from = (String) answer.get("next");
                assertEquals(from == null, answer.get("atEnd"));
            }
            assertEquals(1_000, read);
            from = "end";
            while (from != null) {
                Map<String, Object> answer =
                        page.data("/api/messages?channel=notes&direction=backward&limit=999&from=" + from);
                for (Map<String, Object> message : list(answer, "messages")) {
                    read--;
                    assertTrue(message.get("text").toString().contains("number: " + read + "\n"), message.toString());
                }
                from = (String) answer.get("next");
            }
            assertEquals(0, read);
            Map<String, Object> sum = list(page.data("/api/messages?channel=sums&limit=1"), "messages")
                    .getFirst();
            Map<String, Object> hop = list(sum, "hops").getLast();
            assertEquals("notes", hop.get("source"));
            Map<String, Object> input = page.data("/api/message?channel=notes&index=" + hop.get("index"));
            assertEquals("note", input.get("call"));
            assertTrue(input.get("command").toString().contains("--from " + hop.get("index")), input.toString());
        }
    }

    private static void awaitMessages(Page page, String channel, long count) throws InterruptedException {
        long startNs = System.nanoTime();
        while ((long) page.data("/api/channel/" + channel).get("messages") < count) {
            assertTrue(System.nanoTime() - startNs < 60_000_000_000L);
            Thread.sleep(20);
        }
    }

    @Test
    void filtersAndFormatsSelect() throws Exception {
        try (TestRun run = TestRun.start(data, 100, "x");
                Page page = new Page(run.uri)) {
            awaitMessages(page, "sums", 100);
            assertEquals(1, count(page, "field=number&op=eq&value=7"));
            assertEquals(1, count(page, "field=number&op=eq&value=7.0"));
            assertEquals(93, count(page, "field=note.number&op=gt&value=6"));
            assertEquals(6, count(page, "field=weight&op=lt&value=3"));
            assertEquals(100, count(page, "field=text&op=contains&value=x"));
            assertEquals(0, count(page, "field=none&value=x"));
            assertEquals(0, count(page, "call=closed"));
            assertEquals(100, count(page, "call=closed,note"));
            Map<String, Object> json = list(page.data("/api/messages?channel=notes&limit=1&format=json"), "messages")
                    .getFirst();
            assertEquals("{\"number\":0,\"text\":\"x\",\"weight\":0.0}", json.get("text"));
            String time = (String) json.get("time");
            assertEquals(100, count(page, "time=" + time));
            assertEquals(0, count(page, "time=2100-01-01T00:00:00Z"));
        }
    }

    /** Counts over all answers, each of which ends after a time. */
    private static int count(Page page, String query) {
        int count = 0;
        String filter = query;
        String from = "start";
        while (from != null) {
            Map<String, Object> answer =
                    page.data("/api/messages?channel=notes&limit=1000&from=" + from + "&" + filter);
            count += list(answer, "messages").size();
            from = (String) answer.get("next");
            filter = query.startsWith("time=") ? "" : query; // a time is another beginning
        }
        return count;
    }

    @Test
    void requestsThatMakeNoSenseAreRefusedByName() {
        try (TestRun run = TestRun.start(data, 10, "x");
                Page page = new Page(run.uri)) {
            assertRefused(page, 404, "/api/channel/none", "there is no journal of this name channel=none");
            assertRefused(page, 400, "/api/messages", "request needs a parameter parameter=channel");
            assertRefused(page, 400, "/api/messages?channel=notes&limit=0", "limit is not between 1 and 1000 limit=0");
            assertRefused(page, 400, "/api/messages?channel=notes&from=1:3", "index must be segment:position");
            assertRefused(page, 400, "/api/messages?channel=notes&direction=up", "direction is neither");
            assertRefused(page, 400, "/api/messages?channel=notes&format=xml", "format is neither");
            assertRefused(page, 400, "/api/messages?channel=notes&op=like&field=a", "op is none of");
            assertRefused(page, 400, "/api/messages?channel=notes&time=noon", "time is not of the form");
            assertRefused(page, 404, "/api/message?channel=notes&index=0:8", "there is no message at this index");
            assertRefused(page, 404, "/api/latency?component=none", "there is no component of this name");
            assertRefused(page, 400, "/api/latency?component=summer&measure=size", "measure is none of");
            assertRefused(page, 404, "/api/view/none", "there is no such view name=none");
            assertRefused(page, 404, "/api/none", "there is no such path");
            assertRefused(page, 404, "/api/messages?channel=..%2F..%2Fetc", "there is no journal of this name");
            assertEquals(RunEnd.RUNNING, run.running.end());
        }
    }

    private static void assertRefused(Page page, int status, String path, String message) {
        Page.Answer answer = page.get(path);
        assertEquals(status, answer.status(), answer.body());
        assertTrue(answer.json().get("error").toString().startsWith(message), answer.body());
    }

    @Test
    void aScriptInAMessageIsText() throws Exception {
        String script = "<script>alert(1)</script>\u2028\u0000\ud83d\ude00\"\\";
        try (TestRun run = TestRun.start(data, 1, script);
                Page page = new Page(run.uri)) {
            awaitMessages(page, "notes", 1);
            Page.Answer answer = page.get("/api/messages?channel=notes&format=json");
            String text = (String) list(answer.json(), "messages").getFirst().get("text");
            assertEquals(script, Page.object(text).get("text"));
            Page.Session session = page.open();
            session.send("{\"follow\":{\"channel\":\"notes\",\"format\":\"json\"}}");
            Map<String, Object> state = await(
                    session,
                    each -> at(each, "tail", "messages") != null
                            && !list(each, "tail", "messages").isEmpty());
            assertEquals(
                    script,
                    Page.object((String)
                                    list(state, "tail", "messages").getFirst().get("text"))
                            .get("text"));
        }
    }

    /** Returns how many messages a filter has passed over to the end, in as many answers as that takes. */
    private static long passedOver(Page page, String path) {
        Map<String, Object> answer = page.data(path);
        long sum = (long) answer.get("tooLong");
        while (!(boolean) answer.get("atEnd")) {
            answer = page.data(path + "&from=" + answer.get("next"));
            sum += (long) answer.get("tooLong");
        }
        return sum;
    }

    @Test
    void aLongMessageIsShortenedAndTheRunContinues() throws Exception {
        String text = "y".repeat(3 << 20);
        try (TestRun run = TestRun.start(data, 3, text);
                Page page = new Page(run.uri)) {
            awaitMessages(page, "sums", 3);
            Page.Answer list = page.get("/api/messages?channel=notes");
            assertTrue(list.body().length() < 100_000, "length=" + list.body().length());
            Map<String, Object> message = list(list.json(), "messages").getFirst();
            assertEquals(true, message.get("shortened"));
            assertTrue((long) message.get("bytes") > 3 << 20);
            Page.Answer alone = page.get("/api/message?channel=notes&index=" + message.get("index"));
            assertTrue(alone.body().length() < 2 << 20, "length=" + alone.body().length());
            assertEquals(true, alone.json().get("shortened"));
            assertEquals(3, passedOver(page, "/api/messages?channel=notes&field=text&op=contains&value=y"));
            Page.Session session = page.open();
            session.send("{\"follow\":{\"channel\":\"notes\"}}");
            session.next();
            assertTrue(session.text().length() < 200_000);
            assertEquals(RunEnd.RUNNING, run.running.end());
        }
    }

    @Test
    void aHundredPagesAreServed() throws Exception {
        try (TestRun run = start(Rate.perSecond(1_000));
                Page page = new Page(run.uri)) {
            List<Page.Session> sessions = Stream.generate(page::open).limit(100).toList();
            for (int round = 0; round < 3; round++) {
                for (Page.Session session : sessions) {
                    session.next();
                }
            }
            assertEquals(
                    "100",
                    run.running.health().sections().get("console").details().get("pages"));
            assertEquals(RunEnd.RUNNING, run.running.end());
        }
    }

    @Test
    void aChannelWhoseFilesDisappearIsShownAsGoneAndTheConsoleContinues() throws Exception {
        try (TestRun run = TestRun.start(data, 10, "x");
                Page page = new Page(run.uri)) {
            awaitMessages(page, "sums", 10);
            try (Stream<Path> files = Files.walk(data.resolve("ends"))) {
                for (Path file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
            Page.Session session = page.open();
            Map<String, Object> state = await(session, each -> "gone".equals(at(each, "channels", "ends", "state")));
            assertTrue(at(state, "channels", "ends", "error").toString().contains("was removed"), state.toString());
            assertEquals("ok", at(state, "channels", "notes", "state"));
            assertEquals(200, page.get("/api/messages?channel=notes").status());
        }
    }

    @Test
    void aRunThatFailsSaysWhere() throws Exception {
        try (TestRun run = TestRun.start(data, 100, "x", 20, ConsoleSpec.at(0), Rate.UNLIMITED);
                Page page = new Page(run.uri)) {
            Page.Session session = page.open();
            Map<String, Object> state = await(session, each -> "FAILED".equals(each.get("health")));
            assertTrue(state.get("failure").toString().contains("source"), state.toString());
            assertEquals("FAILED", at(state, "components", "source", "state"));
            Map<String, Object> error = list(state, "errors").getLast();
            assertEquals("FATAL", error.get("severity"));
            assertTrue(error.get("text").toString().contains("the source broke number=20"), error.toString());
        }
    }

    @Test
    void detailsOfAChannelHaveSegmentsPositionsAndCalls() throws Exception {
        try (TestRun run = TestRun.start(data, 100, "x");
                Page page = new Page(run.uri)) {
            awaitMessages(page, "notes", 100);
            Map<String, Object> notes = page.data("/api/channel/notes");
            assertEquals(100L, notes.get("messages"));
            assertEquals("MAPPED", notes.get("durability"));
            Map<String, Object> segment = list(notes, "segments").getFirst();
            assertEquals(100L, segment.get("messages"));
            assertEquals("open", segment.get("state"));
            assertTrue(segment.get("firstTime")
                            .toString()
                            .compareTo(segment.get("lastTime").toString())
                    <= 0);
            Map<String, Object> call = list(notes, "calls").getFirst();
            assertEquals("note", call.get("name"));
            Map<String, Object> parameter = list(call, "schema").getFirst();
            assertEquals("Note", parameter.get("type"));
            assertEquals("message", parameter.get("kind"));
            assertEquals(
                    List.of("long", "String", "double"),
                    list(parameter, "fields").stream()
                            .map(field -> field.get("type"))
                            .toList());
            assertTrue(
                    list(notes, "positions").stream()
                            .anyMatch(position -> position.get("name").equals("restart of summer")
                                    && position.get("restart").equals(true)),
                    notes.toString());
            assertEquals("queue", page.data("/api/channel/relayed").get("kind"));
            Map<String, Object> view = page.data("/api/view/journals");
            assertEquals(
                    List.of("ends", "notes", "sums"),
                    ((List<?>) list(view, "tables").getFirst().get("rows"))
                            .stream()
                                    .map(row -> ((List<?>) row).getFirst())
                                    .sorted()
                                    .toList());
        }
    }

    @Test
    void aTokenIsAskedForWhereTheSectionNamesOne() throws Exception {
        Path token = Files.writeString(data.resolve("token.txt"), "0123456789abcdef-token\n");
        Files.setPosixFilePermissions(token, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
        ConsoleSpec console = new ConsoleSpec(
                0, "127.0.0.1", java.util.Optional.of(token.toString()), List.of(), ConsoleAccess.ADMIN);
        try (TestRun run = TestRun.start(data.resolve("run"), 10, "x", -1, console, Rate.UNLIMITED)) {
            try (Page page = new Page(run.uri)) {
                assertEquals(401, page.get("/api/run").status());
                Map<String, Object> answer = page.data("/api/run", "Authorization", "Bearer 0123456789abcdef-token");
                assertEquals(true, answer.get("admin"));
            }
        }
        Files.setPosixFilePermissions(token, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
        ConsoleException error = assertThrows(
                ConsoleException.class,
                () -> TestRun.start(data.resolve("open"), 10, "x", -1, console, Rate.UNLIMITED));
        assertTrue(error.getMessage().contains("can be read by others"), error.getMessage());
    }

    @Test
    void aPortThatIsTakenEndsTheStartBeforeAnythingRuns() {
        try (TestRun run = TestRun.start(data.resolve("one"), 10, "x")) {
            ConsoleSpec same = ConsoleSpec.at(run.uri.getPort());
            TopologyException error = assertThrows(
                    TopologyException.class,
                    () -> TestRun.start(data.resolve("two"), 10, "x", -1, same, Rate.UNLIMITED));
            assertTrue(error.getCause() instanceof ServerException, error.toString());
            assertTrue(error.getMessage().contains("another process has the port"), error.getMessage());
        }
    }

    @Test
    void closingTheRunTellsThePages() throws Exception {
        try (Page page = openAndClose()) {
            assertNotNull(page);
        }
    }

    private Page openAndClose() throws InterruptedException {
        TestRun run = TestRun.start(data, 10, "x");
        Page page = new Page(run.uri);
        Page.Session session = page.open();
        session.next();
        run.running.stop();
        assertTrue(run.running.await(Duration.ofSeconds(60)));
        run.close();
        String text = session.text();
        while (!text.startsWith("closed")) {
            text = session.text();
        }
        assertEquals("closed 1001 the server ends", text);
        return page;
    }
}
