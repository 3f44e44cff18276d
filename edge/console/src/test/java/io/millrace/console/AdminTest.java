package io.millrace.console;

import static io.millrace.console.Page.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelText;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users with the token may change, and the journal of it. */
class AdminTest {

    private static final String TOKEN = "0123456789abcdef-token";
    private static final String[] AUTHORIZED = {"Authorization", "Bearer " + TOKEN};

    @TempDir
    private Path root;

    private Path data;
    private Path tokenFile;

    @BeforeEach
    void token() throws Exception {
        data = root.resolve("data");
        tokenFile = Files.writeString(root.resolve("token.txt"), TOKEN + "\n");
        Files.setPosixFilePermissions(tokenFile, PosixFilePermissions.fromString("rw-------"));
    }

    private RunningTopology start() {
        ConsoleSpec console =
                new ConsoleSpec(0, "127.0.0.1", Optional.of(tokenFile.toString()), List.of(), ConsoleAccess.ADMIN);
        Topology topology = Topology.builder("admin")
                .channel("orders", ChannelSpec.journal().withOwnership(Ownership.SHARED))
                .channel("sums", ChannelSpec.journal())
                .component(
                        "summer", ComponentSpec.of(Summer.class).reads("orders").writes("sums"))
                .section(console)
                .build();
        RunningTopology running =
                TopologyRunner.open(topology, RunOptions.in(data).withErrorHandler((severity, origin, error) -> {}));
        running.start();
        return running;
    }

    private static Page page(RunningTopology running) {
        String line = running.announcements().getFirst();
        return new Page(URI.create(line.replaceFirst("console: ", "").replaceFirst(" .*", "")));
    }

    private List<String> audit() {
        List<String> calls = new ArrayList<>();
        try (ChannelText text = ChannelText.open(data.resolve("console-audit"))) {
            while (text.next() == Poll.MESSAGE) {
                calls.add(text.yaml());
            }
        }
        return calls;
    }

    @Test
    void aCallIsAppendedByItsSchemaAndTheComponentTakesIt() throws Exception {
        try (RunningTopology running = start();
                Page page = page(running)) {
            Map<String, Object> orders = page.data("/api/channel/orders", AUTHORIZED);
            assertEquals(true, orders.get("appendable"));
            assertEquals(
                    Set.of("note", "closed"),
                    list(orders, "calls").stream().map(call -> call.get("name")).collect(Collectors.toSet()));
            String body = "{\"channel\":\"orders\",\"call\":\"note\",\"arguments\":"
                    + "{\"note\":{\"number\":7,\"text\":\"<b>\",\"weight\":1.5}}}";
            Page.Answer answer = page.post("/api/admin/append", body, AUTHORIZED);
            assertEquals(200, answer.status(), answer.body());
            assertTrue(answer.body().contains("appended channel=orders index=0:"), answer.body());
            Page.Answer plain = page.post(
                    "/api/admin/append",
                    "{\"channel\":\"orders\",\"call\":\"closed\",\"arguments\":\"end of day\"}",
                    AUTHORIZED);
            assertEquals(200, plain.status(), plain.body());
            long startNs = System.nanoTime();
            while ((long) page.data("/api/channel/sums", AUTHORIZED).get("messages") < 1) {
                assertTrue(System.nanoTime() - startNs < 60_000_000_000L);
                Thread.sleep(10);
            }
            assertEquals(
                    List.of("note", "closed"),
                    list(page.data("/api/messages?channel=orders", AUTHORIZED), "messages").stream()
                            .map(message -> message.get("call"))
                            .toList());
        }
        List<String> audit = audit();
        assertEquals(4, audit.size(), audit.toString());
        assertTrue(audit.getFirst().contains("action: append"), audit.getFirst());
        assertTrue(audit.getFirst().contains("by: 127.0.0.1:"), audit.getFirst());
        assertTrue(audit.get(1).contains("done appended channel=orders"), audit.get(1));
    }

    @Test
    void whatDoesNotFitIsRefusedAndNotedToo() {
        try (RunningTopology running = start();
                Page page = page(running)) {
            assertRefused(page, 409, "append", "{\"channel\":\"sums\",\"call\":\"sum\",\"arguments\":[1,\"x\"]}");
            assertRefused(page, 400, "append", "{\"channel\":\"orders\",\"call\":\"nte\",\"arguments\":1}");
            assertRefused(page, 400, "append", "{\"channel\":\"orders\",\"call\":\"note\",\"arguments\":{\"a\":1}}");
            assertRefused(page, 404, "append", "{\"channel\":\"none\",\"call\":\"note\",\"arguments\":1}");
            assertRefused(page, 400, "append", "{\"channel\":\"orders\"}");
            assertRefused(page, 400, "append", "[]");
            assertRefused(
                    page,
                    409,
                    "position",
                    "{\"channel\":\"orders\",\"position\":\"restart of summer\",\"index\":\"none\"}");
            assertRefused(page, 409, "position", "{\"channel\":\"orders\",\"position\":\"none\",\"index\":\"none\"}");
            assertRefused(
                    page,
                    409,
                    "skip",
                    "{\"component\":\"summr\",\"channel\":\"orders\",\"index\":\"0:4096\",\"reason\":\"bad\"}");
            assertEquals(401, page.post("/api/admin/append", "{}").status());
            assertEquals(
                    403,
                    page.post(
                                    "/api/admin/append",
                                    "{}",
                                    "Authorization",
                                    "Bearer " + TOKEN,
                                    "Origin",
                                    "http://evil.com")
                            .status());
        }
        List<String> audit = audit();
        assertEquals(16, audit.size(), audit.toString());
        assertTrue(
                audit.get(1).contains("refused channel has no such call")
                        || audit.get(1).contains("refused"),
                audit.get(1));
    }

    private static void assertRefused(Page page, int status, String action, String body) {
        Page.Answer answer = page.post("/api/admin/" + action, body, AUTHORIZED);
        assertEquals(status, answer.status(), body + answer.body());
        assertFalse(answer.json().get("error").toString().isEmpty());
    }

    @Test
    void aPositionIsResetAndASkipOrderedInADataDirectory() throws Exception {
        long first;
        try (Channel channel = Channel.journal("orders", data.resolve("orders"), shared());
                ChannelWriter writer = channel.writer()) {
            writer.as(Notes.class).note(new Notes.Note(1, "x", 1));
            writer.as(Notes.class).note(new Notes.Note(2, "x", 1));
            Journal journal = channel.journal().orElseThrow();
            journal.position("reports").set(journal.lastIndex());
            first = firstCall(channel);
        }
        ConsoleOptions options =
                ConsoleOptions.loopback(0).withTokenFile(tokenFile).withAccess(ConsoleAccess.ADMIN);
        try (DataConsole console = DataConsole.open(data, options);
                Page page = new Page(URI.create(console.uri()))) {
            String body = "{\"channel\":\"orders\",\"position\":\"reports\",\"index\":\"" + Index.toText(first) + "\"}";
            Page.Answer answer = page.post("/api/admin/position", body, AUTHORIZED);
            assertEquals(200, answer.status(), answer.body());
            Map<String, Object> position = list(page.data("/api/channel/orders", AUTHORIZED), "positions")
                    .getFirst();
            assertEquals(Index.toText(first), position.get("index"));
            assertEquals(1L, position.get("unread"));
            Page.Answer appended = page.post(
                    "/api/admin/append",
                    "{\"channel\":\"orders\",\"call\":\"note\",\"arguments\":"
                            + "{\"number\":3,\"text\":\"y\",\"weight\":2.0}}",
                    AUTHORIZED);
            assertEquals(200, appended.status(), appended.body());
            assertEquals(
                    3,
                    list(page.data("/api/messages?channel=orders", AUTHORIZED), "messages")
                            .size());
        }
    }

    @Test
    void aSkipThatIsOrderedIsCarriedOutByTheNextStart() throws Exception {
        long poison;
        try (RunningTopology running = start();
                Page page = page(running)) {
            append(page, "note", "{\"number\":1,\"text\":\"x\",\"weight\":1.0}");
            append(page, "closed", "\"poison\"");
            assertEquals(RunEnd.FAILED, running.await());
            poison = running.journals().get("orders").journal().orElseThrow().lastIndex();
        }
        ConsoleOptions options =
                ConsoleOptions.loopback(0).withTokenFile(tokenFile).withAccess(ConsoleAccess.ADMIN);
        try (DataConsole console = DataConsole.open(data, options);
                Page page = new Page(URI.create(console.uri()))) {
            Page.Answer answer = page.post(
                    "/api/admin/skip",
                    "{\"component\":\"summer\",\"channel\":\"orders\",\"index\":\"" + Index.toText(poison)
                            + "\",\"reason\":\"it is poison\"}",
                    AUTHORIZED);
            assertEquals(200, answer.status(), answer.body());
            assertEquals(
                    "ordered component=summer input=orders@" + Index.toText(poison) + "; the next start passes over it",
                    answer.json().get("outcome"));
        }
        try (RunningTopology running = start();
                Page page = page(running)) {
            append(page, "note", "{\"number\":2,\"text\":\"x\",\"weight\":1.0}");
            long startNs = System.nanoTime();
            while ((long) page.data("/api/channel/sums", AUTHORIZED).get("messages") < 2) {
                assertTrue(System.nanoTime() - startNs < 60_000_000_000L, () -> "failure=" + running.failure());
            }
        }
        assertTrue(audit().stream().anyMatch(record -> record.contains("done ordered component=summer")));
    }

    private static void append(Page page, String call, String arguments) {
        Page.Answer answer = page.post(
                "/api/admin/append",
                "{\"channel\":\"orders\",\"call\":\"" + call + "\",\"arguments\":" + arguments + "}",
                AUTHORIZED);
        assertEquals(200, answer.status(), answer.body());
    }

    private static ChannelOptions shared() {
        return ChannelOptions.defaults().withJournal(JournalOptions.defaults().withOwnership(Ownership.SHARED));
    }

    private static long firstCall(Channel channel) {
        try (ChannelText text = ChannelText.of(channel)) {
            assertEquals(Poll.MESSAGE, text.next());
            return text.index();
        }
    }

    @Test
    void whoMayLookDoesNotActAndTheAuditNamesWhoActs() throws Exception {
        Files.writeString(tokenFile, "alice " + TOKEN + "\nbob 0123456789abcdef-of-bob\n");
        String[] ofBob = {"Authorization", "Bearer 0123456789abcdef-of-bob"};
        try (Channel channel = Channel.journal("orders", data.resolve("orders"), shared());
                ChannelWriter writer = channel.writer()) {
            writer.as(Notes.class).note(new Notes.Note(1, "x", 1));
        }
        ConsoleOptions options = ConsoleOptions.loopback(0)
                .withTokenFile(tokenFile)
                .withAccess(ConsoleAccess.ADMIN)
                .withActors(List.of("alice"));
        String body = "{\"channel\":\"orders\",\"call\":\"note\",\"arguments\":"
                + "{\"number\":3,\"text\":\"y\",\"weight\":2.0}}";
        try (DataConsole console = DataConsole.open(data, options);
                Page page = new Page(URI.create(console.uri()))) {
            Map<String, Object> run = page.data("/api/run", ofBob);
            assertEquals("bob", run.get("principal"));
            assertEquals(false, run.get("admin"));
            assertEquals(true, page.data("/api/run", AUTHORIZED).get("admin"));
            assertEquals(
                    1,
                    list(page.data("/api/messages?channel=orders", ofBob), "messages")
                            .size());
            Page.Answer refused = page.post("/api/admin/append", body, ofBob);
            assertEquals(403, refused.status());
            assertTrue(refused.body().contains("user may look and not act user=bob action=append"), refused.body());
            assertFalse(Files.exists(data.resolve("console-audit")));
            String cookie = page.cookie("0123456789abcdef-of-bob");
            assertEquals(
                    403, page.post("/api/admin/append", body, "Cookie", cookie).status());
            Page.Answer done = page.post("/api/admin/append", body, "Cookie", cookie, AUTHORIZED[0], AUTHORIZED[1]);
            assertEquals(200, done.status(), done.body());
        }
        assertTrue(audit().getFirst().contains("by: alice at 127.0.0.1:"), audit().getFirst());
        ConsoleException nobody = assertThrows(ConsoleException.class, () -> options.withActors(List.of("carol")));
        assertEquals("a user that may change data has no token user=carol names=[alice, bob]", nobody.getMessage());
    }

    @Test
    void withoutAdminThereAreNoSuchPaths() {
        try (TestRun run = TestRun.start(data, 1, "x");
                Page page = new Page(run.uri)) {
            assertEquals(404, page.post("/api/admin/append", "{}").status());
            assertFalse(Files.exists(data.resolve("console-audit")));
        }
    }
}
