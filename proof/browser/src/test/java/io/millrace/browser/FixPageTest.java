package io.millrace.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fix.FixDictionary;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.leaks.Tolerates;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sessions of the venue and a thousand others on the page of the console, and the page of its book. */
@Tolerates(threads = ".*", files = ".*", because = "the browser is started and watched by a library")
@Tag("engine")
@Tag("process")
class FixPageTest {

    private static final Path EXAMPLE = Path.of("../../examples/exchange").toAbsolutePath();
    private static final String TOKEN = "token-of-the-administrator";
    private static final Pattern FIX = Pattern.compile("fix: (\\S+)");
    private static final String TRADER = "FIX.4.4:XCHG->ANN";
    private static final int SESSIONS = 1_000;

    @TempDir
    private Path directory;

    private final int console = FreePorts.next();
    private final int book = FreePorts.next();

    private TestProcess run() throws Exception {
        Path token = Files.createFile(
                directory.resolve("token"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(token, TOKEN);
        StringBuilder sessions = new StringBuilder("  sessions:\n");
        for (int i = 0; i < SESSIONS; i++) {
            sessions.append("    s%04d: {session: \"FIX.4.4:XCHG->S%04d\"}%n".formatted(i, i));
        }
        String yaml = Files.readString(EXAMPLE.resolve("exchange.yaml"))
                        .replace("127.0.0.1:9880", "127.0.0.1:0")
                        .replace("port: 8092", "port: " + book)
                        .replace("page: page", "page: " + EXAMPLE + "/page")
                        .replace("target/", EXAMPLE + "/target/")
                        .replace("  sessions:\n", sessions)
                + "\nconsole: {port: " + console + ", tokenFile: " + token + ", admin: true}\n"
                + "telemetry: {prometheus: {}}\n";
        Path file = Files.writeString(directory.resolve("exchange.yaml"), yaml);
        return JavaCommand.millrace(
                        "run",
                        file.toString(),
                        "--data",
                        directory.resolve("data").toString())
                .withFlags("-Xmx256m")
                .start(directory);
    }

    @Test
    void sessionsAreSeenSearchedAndOrdered() throws Exception {
        assumeTrue(
                Browser.program("chromium").isPresent()
                        && Browser.program("chromedriver").isPresent(),
                "chromium and chromedriver are not on the PATH");
        try (TestProcess run = run()) {
            String address = run.await(FIX);
            FixDictionary dictionary = FixDictionary.read(EXAMPLE.resolve("target/dictionaries/FixRepository44.xml"));
            try (Trader ann = new Trader("ANN", address, dictionary);
                    Trader bob = new Trader("BOB", address, dictionary);
                    Browser browser = Browser.start(directory.resolve("profile"))) {
                ann.order("a1", '1', 100, 1_015_000);
                bob.order("b1", '2', 30, 1_015_000);
                bob.order("b2", '2', 5, 1_030_000);
                browser.open("http://127.0.0.1:" + console + "/?token=" + TOKEN);
                seesSessions(browser);
                seesMessages(browser);
                ordersSessions(browser);
                assertEquals(List.of(), browser.consoleErrors());
                metersAreServed();
                seesTheBook(browser);
            }
        }
    }

    private static void seesSessions(Browser browser) {
        browser.view("#/fix");
        browser.await("all sessions", () -> browser.all("mr-fix tbody tr").size() == 1_000);
        assertTrue(
                browser.text("mr-fix .list-bar .note").startsWith("1,003 sessions, the first 1000"),
                browser.text("mr-fix"));
        browser.one("mr-fix .name-filter").sendKeys("ann");
        browser.await("one session", () -> browser.all("mr-fix tbody tr").size() == 1);
        assertTrue(browser.text("mr-fix tbody tr").contains("Logged on"), browser.text("mr-fix tbody"));
        for (String scheme : List.of("light", "dark")) {
            for (int width : new int[] {1440, 390}) {
                browser.look(width, 900, scheme);
                assertEquals(List.of(), Axe.in(browser).findings(), scheme + " " + width);
                assertEquals(0L, overflow(browser), scheme + " " + width);
            }
        }
        browser.look(1440, 1000, "light");
    }

    private static Object overflow(Browser browser) {
        return browser.script("return Math.max(0, document.documentElement.scrollWidth - innerWidth)");
    }

    private static void seesMessages(Browser browser) {
        browser.view("#/fix/messages?order=a1");
        browser.await(
                "the conversation", () -> browser.all(".fix-messages tbody tr").size() >= 4);
        assertFalse(browser.text(".fix-messages tbody").contains("ClOrdID=b1"), browser.text(".fix-messages"));
        browser.one(".fix-messages tbody .row-button").click();
        browser.await("its fields", () -> browser.text(".detail").contains("ClOrdID"));
        assertEquals(List.of(), Axe.in(browser).findings());
        browser.look(390, 900, "dark");
        assertEquals(List.of(), Axe.in(browser).findings());
        assertEquals(0L, overflow(browser));
        browser.look(1440, 1000, "light");
        browser.view("#/fix/messages?field=Side%3DSell&field2=Symbol%3DIBM&types=D");
        browser.await("two orders", () -> browser.all(".fix-messages tbody tr").size() == 2);
    }

    private static void ordersSessions(Browser browser) {
        browser.view("#/fix/session/" + TRADER);
        browser.await("its state", () -> browser.text("mr-fix-session .heading").contains("Logged on"));
        browser.await("its newest message", () -> browser.text("mr-fix-session").contains("ExecutionReport"));
        assertEquals(List.of(), Axe.in(browser).findings());
        order(browser, "Stop");
        browser.await("the stop", () -> browser.text("mr-fix-session .heading").contains("Stopped"));
        order(browser, "Start");
        browser.await("the start", () -> browser.text("mr-fix-session .heading").contains("Logged on"));
    }

    private static void order(Browser browser, String name) {
        browser.all("mr-fix-session .fix-buttons button").stream()
                .filter(button -> button.getText().equals(name))
                .findFirst()
                .orElseThrow()
                .click();
        browser.one("dialog button.danger");
        if (browser.one("dialog").getText().contains("Token")) {
            browser.one("input[name=confirm-token]").sendKeys(TOKEN);
        }
        browser.one("dialog button.danger").click();
        browser.await("the answer", () -> browser.text("mr-fix-session .result").contains("appended"));
    }

    private void metersAreServed() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + console + "/metrics"))
                    .header("Authorization", "Bearer " + TOKEN)
                    .build();
            String text =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            for (String line : List.of(
                    "millrace_fix_logons_total{session=\"traders\",topology=\"exchange\"} ",
                    "millrace_fix_sessions{session=\"s0000\",state=\"MISSING\",topology=\"exchange\"} 1.0",
                    "millrace_fix_messages_total{direction=\"in\",session=\"traders\",topology=\"exchange\"} ",
                    "millrace_fix_rejects_total{direction=\"out\",session=\"drop\",topology=\"exchange\"} 0.0",
                    "millrace_fix_resend_requests_total{direction=\"out\",session=\"drop\",topology=\"exchange\"} 0.0",
                    "millrace_fix_missing_messages{session=\"drop\",topology=\"exchange\"} 0.0")) {
                assertTrue(
                        text.contains(line),
                        () -> line + " is not in "
                                + text.lines()
                                        .filter(each ->
                                                each.startsWith("millrace_fix") && !each.contains("session=\"s"))
                                        .toList());
            }
        }
    }

    private void seesTheBook(Browser browser) {
        browser.load("http://127.0.0.1:" + book + "/");
        browser.await("the offer", () -> browser.text("#levels tbody").contains("103.00"));
        browser.await("an order that waits", () -> browser.text("#orders").contains("b2"));
        browser.look(390, 900, "dark");
        assertEquals(List.of(), Axe.in(browser).findings());
        assertEquals(0L, overflow(browser));
    }
}
