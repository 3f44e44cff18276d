package io.millrace.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The seats of the town on the page of the console: all of them, which commit, and then one alone. */
@Tolerates(threads = ".*", files = ".*", because = "the browser is started and watched by a library")
@Tag("engine")
@Tag("process")
class LedgerPageTest {
    private static final Path EXAMPLE = Path.of("../../examples/town").toAbsolutePath();
    private static final Pattern STARTED = Pattern.compile("ledger: (.*)");
    private static final Path PICTURES = Path.of("target/pictures");

    @TempDir
    private Path directory;

    private final int console = FreePorts.next();

    private TestProcess run(String... arguments) throws Exception {
        String yaml = Files.readString(EXAMPLE.resolve("town.yaml")).replace("target/", EXAMPLE + "/target/")
                + "\nconsole: {port: " + console + "}\ntelemetry: {prometheus: {}}\n";
        Path file = Files.writeString(directory.resolve("town.yaml"), yaml);
        return JavaCommand.millrace("run", file.toString())
                .withFlags("-Xmx256m")
                .withArguments("--data", directory.resolve("data").toString(), "--every", "20ms")
                .withArguments("--port", Integer.toString(fourPorts()))
                .withArguments(arguments)
                .start(Files.createTempDirectory(directory, "output"));
    }

    /** Returns the first of four ports in a row at which nothing listens. */
    private static int fourPorts() {
        int first = FreePorts.next();
        int last = first;
        while (last < first + 3) {
            int next = FreePorts.next();
            first = next == last + 1 ? first : next;
            last = next;
        }
        return first;
    }

    @Test
    void roundsAreDrawnAndThePageSaysWhyNothingCommits() throws Exception {
        assumeTrue(
                Browser.program("chromium").isPresent()
                        && Browser.program("chromedriver").isPresent(),
                "chromium and chromedriver are not on the PATH");
        try (Browser browser = Browser.start(directory.resolve("profile"))) {
            try (TestProcess run = run()) {
                run.await(STARTED);
                browser.open("http://127.0.0.1:" + console + "/#/ledger");
                seesCommits(browser);
                metersAreServed();
                browser.load("about:blank"); // the page would look for the run that ends
                run.kill();
            }
            try (TestProcess run = run("--seat", "0")) {
                run.await(STARTED);
                browser.open("http://127.0.0.1:" + console + "/#/ledger");
                browser.await(
                        "why nothing commits",
                        () -> browser.text(".ledger-why[data-state=failed]").contains("present=1 quorum=3"));
                assertEquals(3, browser.all(".ledger-lane[data-state=missing]").size());
                look(browser, "stalled");
                assertEquals(List.of(), browser.consoleErrors());
            }
        }
    }

    private static void seesCommits(Browser browser) throws Exception {
        browser.await(
                "committed leaders",
                () -> browser.all("svg.ledger-graph [data-kind=commit]").size() >= 4);
        browser.await(
                "all seats", () -> browser.text(".ledger-why[data-state=ok]").equals("seat0: commits"));
        assertEquals(
                4,
                browser.all("mr-ledger section[aria-label='Seats in this run'] tbody tr")
                        .size());
        look(browser, "commits");
        browser.script("const select = document.querySelector('#ledger-seat'); select.value = 'seat2';"
                + " select.dispatchEvent(new Event('change'))");
        browser.await(
                "the rounds of another seat",
                () -> String.valueOf(browser.script(
                                "return document.querySelector('.ledger-graph').getAttribute('aria-label')"))
                        .contains("as seat2 sees them"));
        assertTrue(browser.url().endsWith("#/ledger?seat=seat2"), browser.url());
        assertEquals(List.of(), browser.consoleErrors());
    }

    private static void look(Browser browser, String name) throws Exception {
        for (String scheme : List.of("light", "dark")) {
            for (int width : new int[] {1440, 390}) {
                browser.look(width, 1000, scheme);
                browser.picture(PICTURES.resolve("ledger-" + name + "-" + scheme + "-" + width + ".png"));
                assertEquals(List.of(), Axe.in(browser).findings(), scheme + " " + width);
                assertEquals(
                        0L,
                        browser.script("return Math.max(0, document.documentElement.scrollWidth - innerWidth)"),
                        scheme + " " + width);
            }
        }
        browser.look(1440, 1000, "light");
    }

    private void metersAreServed() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + console + "/metrics"))
                    .build();
            String text =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body();
            for (String name : List.of(
                    "round",
                    "commits_total",
                    "voted_commits_total",
                    "blocks_total",
                    "commit_time_seconds",
                    "missing_seats",
                    "waiting_transactions",
                    "refused_links_total")) {
                String line = "millrace_ledger_" + name + "{";
                assertTrue(
                        text.lines().anyMatch(each -> each.startsWith(line) && each.contains("seat=\"seat3\"")),
                        () -> line + " is not in " + text);
            }
        }
    }
}
