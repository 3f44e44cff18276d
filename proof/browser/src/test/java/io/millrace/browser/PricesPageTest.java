package io.millrace.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of prices, which come to a browser, and orders, which go back. */
@Tolerates(threads = ".*", files = ".*", because = "the browser is started and watched by a library")
@Tag("engine")
@Tag("process")
class PricesPageTest {

    private static final Pattern ADDRESS = Pattern.compile("clients: (http\\S+)");
    private static final String EXAMPLE = "../../examples/prices/prices.yaml";
    private static final String BUY = "button[aria-label='Buy EURUSD']";
    private static final String SELL = "button[aria-label='Sell EURUSD']";

    @TempDir
    private Path directory;

    private TestProcess run(String topology, int port) throws Exception {
        return JavaCommand.millrace(
                        "run",
                        topology,
                        "--data",
                        directory.resolve("data").toString(),
                        "--rate",
                        "50",
                        "--clients-port",
                        Integer.toString(port))
                .withFlags("-Xmx256m")
                .start(directory);
    }

    /** Returns the example with compressed messages, which the browser takes or its connection ends. */
    private String compressed() throws IOException {
        String example = Path.of(EXAMPLE).toAbsolutePath().getParent().toString();
        String yaml = Files.readString(Path.of(EXAMPLE))
                .replace("[target/classes]", "[" + example + "/target/classes]")
                .replace("page: page", "page: " + example + "/page\n  compression: deflate");
        return Files.writeString(directory.resolve("compressed.yaml"), yaml).toString();
    }

    private static void awaitFills(Browser browser, int count) {
        browser.await(count + " fills", () -> browser.all("#fills li").size() >= count);
    }

    @Test
    void ordersComeBackAsFillsOnceAlsoAcrossAKill() throws Exception {
        assumeTrue(
                Browser.program("chromium").isPresent()
                        && Browser.program("chromedriver").isPresent(),
                "chromium and chromedriver are not on the PATH");
        try (Browser browser = Browser.start(directory.resolve("profile"))) {
            int port;
            try (TestProcess run = run(EXAMPLE, 0)) {
                String address = run.await(ADDRESS);
                port = URI.create(address).getPort();
                browser.load(address);
                browser.one(BUY).click();
                awaitFills(browser, 1);
                assertTrue(
                        browser.text("#fills li").matches("bought 1,000 EURUSD at 1\\.0[0-9]{3}"),
                        browser.text("#fills li"));
                assertEquals("connected", browser.text("#state"));
                run.kill();
            }
            browser.await(
                    "the loss of the connection", () -> browser.text("#state").equals("disconnected"));
            browser.one(SELL).click(); // it waits in the page
            try (TestProcess run = run(compressed(), port)) {
                run.await(ADDRESS);
                awaitFills(browser, 2);
                assertTrue(browser.text("#fills li").startsWith("sold 1,000 EURUSD at 1.0"));
                assertEquals("connected", browser.text("#state"));
                browser.one(BUY).click();
                awaitFills(browser, 3);
                assertEquals(3, browser.all("#fills li").size());
            }
        }
        try (TestProcess dump = JavaCommand.millrace(
                        "dump", directory.resolve("data/orders").toString())
                .withFlags("-Xmx256m")
                .start(directory)) {
            assertEquals(0, dump.awaitEnd().code());
            assertEquals(
                    3,
                    dump.output()
                            .lines()
                            .filter(line -> line.startsWith("order:"))
                            .count(),
                    dump::output);
        }
    }
}
