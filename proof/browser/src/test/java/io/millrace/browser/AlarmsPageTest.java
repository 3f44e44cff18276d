package io.millrace.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.leaks.Tolerates;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of alarms: an operator acknowledges one, and is answered when the database has it. */
@Tolerates(threads = ".*", files = ".*", because = "the browser is started and watched by a library")
@Tag("engine")
@Tag("process")
class AlarmsPageTest {

    private static final Pattern ADDRESS = Pattern.compile("clients: (http\\S+)");
    private static final String EXAMPLE = "../../examples/alarms/alarms.yaml";
    private static final String BUTTON = "#open button:not(:disabled)";
    private static final Path PICTURES = Path.of("target/pictures");

    @TempDir
    private Path directory;

    private TestProcess run(int port) throws Exception {
        return JavaCommand.millrace(
                        "run",
                        EXAMPLE,
                        "--data",
                        directory.resolve("data").toString(),
                        "--every",
                        "5ms",
                        "--patience",
                        "2s",
                        "--clients-port",
                        Integer.toString(port))
                .withFlags("-Xmx256m")
                .start(directory);
    }

    private static long stored(Browser browser) {
        return browser.all("#log li").stream()
                .filter(line -> line.getText().contains("stored as acknowledged"))
                .count();
    }

    @Test
    void anAlarmIsAcknowledgedAlsoAcrossAKill() throws Exception {
        assumeTrue(
                Browser.program("chromium").isPresent()
                        && Browser.program("chromedriver").isPresent(),
                "chromium and chromedriver are not on the PATH");
        try (Browser browser = Browser.start(directory.resolve("profile"))) {
            int port;
            try (TestProcess run = run(0)) {
                String address = run.await(ADDRESS);
                port = URI.create(address).getPort();
                browser.load(address);
                browser.await("an alarm", () -> !browser.all(BUTTON).isEmpty());
                look(browser, "open");
                browser.script("document.querySelector(arguments[0]).click()", BUTTON);
                browser.await("the answer", () -> stored(browser) == 1);
                assertEquals(List.of(), Axe.in(browser).findings());
                browser.await("a further alarm", () -> !browser.all(BUTTON).isEmpty());
                run.kill();
            }
            browser.await(
                    "the loss of the connection", () -> browser.text("#state").equals("disconnected"));
            browser.script("document.querySelector(arguments[0]).click()", BUTTON); // it waits in the page
            assertEquals(1, stored(browser));
            try (TestProcess run = run(port)) {
                run.await(ADDRESS);
                browser.await("the answer of the next run", () -> stored(browser) == 2);
                assertEquals("connected", browser.text("#state"));
                look(browser, "answered");
            }
        }
    }

    /** Keeps pictures of a wide and of a narrow window; neither scrolls sideways. */
    private static void look(Browser browser, String name) throws Exception {
        browser.look(390, 844, "dark");
        browser.picture(PICTURES.resolve("alarms-" + name + "-390.png"));
        assertTrue((Boolean) browser.script("return document.documentElement.scrollWidth <= 390"));
        browser.look(1200, 800, "light");
        browser.picture(PICTURES.resolve("alarms-" + name + "-1200.png"));
    }
}
