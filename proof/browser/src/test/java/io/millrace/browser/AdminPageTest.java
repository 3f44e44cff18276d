package io.millrace.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.leaks.Tolerates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an administrator changes on the page, in a browser. */
@Tolerates(threads = ".*", files = ".*", because = "the browser is started and watched by a library")
@Tag("engine")
@Tag("process")
class AdminPageTest {

    private static final String TOKEN = "token-of-the-administrator";
    private static final Pattern POISON = Pattern.compile("millrace skip .*--component alarm readings@([0-9:]+)");
    private static final Pattern ADDRESS = Pattern.compile("console: (\\S+)");
    private static final String FORM = "form:has(select[name=component]) ";
    private static final String RESULT = FORM + ".result";

    @TempDir
    private Path directory;

    @BeforeEach
    void checkPrograms() {
        boolean installed = Browser.program("chromium").isPresent()
                && Browser.program("chromedriver").isPresent();
        assumeTrue(installed, "chromium and chromedriver are not on the PATH");
    }

    /** A run fails at an input; the page of its data orders to skip that, and the next start does so. */
    @Test
    void aPoisonMessageIsSkipped() throws Exception {
        String index;
        try (TestProcess run = run()) {
            assertNotEquals(0, run.awaitEnd().code());
            index = run.await(POISON);
        }
        Path token = Files.createFile(
                directory.resolve("token"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(token, TOKEN);
        try (TestProcess console = JavaCommand.millrace(
                                "console", data(), "--port", "0", "--token-file", token.toString(), "--admin")
                        .withFlags("-Xmx256m")
                        .start(directory);
                Browser browser = Browser.start(directory.resolve("profile"))) {
            String address = console.await(ADDRESS);
            browser.open(address + "?token=" + TOKEN, "Connected");
            order(browser, "1:64");
            assertEquals("failed", browser.one(RESULT).getAttribute("data-state"));
            order(browser, index);
            assertEquals(
                    "ordered component=alarm input=readings@" + index + "; the next start passes over it",
                    browser.text(RESULT));
            assertEquals("ok", browser.one(RESULT).getAttribute("data-state"));
            browser.view("#/channel/alarms/messages?call=skipped");
            browser.one("button.toggle").click();
            try (TestProcess run = run()) {
                browser.one(".messages tbody .row-button").click();
                String skipped = browser.one("mr-detail pre").getText();
                for (String part : List.of("position: \"" + index + "\"", "reason: it is poison", "by: console ")) {
                    assertTrue(skipped.contains(part), skipped);
                }
                assertTrue(run.isAlive(), run::output);
            }
            browser.view("#/channel/console-audit/messages");
            browser.await(
                    "four records",
                    () -> browser.all(".messages tbody .row-button").size() == 4);
            assertTrue(browser.text(".messages").contains("done ordered component=alarm"), browser.text(".messages"));
        }
    }

    private String data() {
        return directory.resolve("data").toString();
    }

    private TestProcess run() throws Exception {
        Path file = Plant.file(directory, "brittle.yaml");
        return JavaCommand.millrace("run", file.toString(), "--data", data(), "--rate", "200")
                .withFlags("-Xmx256m")
                .start(directory);
    }

    /** Fills in the form, confirms, and waits for the answer. */
    private static void order(Browser browser, String index) {
        browser.view("#/channels");
        browser.await("another view", () -> browser.all("mr-admin").isEmpty());
        browser.view("#/admin");
        browser.one("input[name=token]").sendKeys(TOKEN);
        assertEquals("alarm", browser.one(FORM + "select[name=component]").getAttribute("value"));
        assertEquals("readings", browser.one(FORM + "select[name=channel]").getAttribute("value"));
        browser.one(FORM + "input[name=index]").sendKeys(index);
        browser.one(FORM + "input[name=reason]").sendKeys("it is poison");
        assertEquals(List.of(), Axe.in(browser).findings());
        browser.one(FORM + "button.primary").click();
        String asked = browser.one("dialog pre").getText();
        assertTrue(asked.contains("\"index\":\"" + index + "\""), asked);
        browser.one("dialog button.danger").click();
        browser.await("the answer", () -> !browser.text(RESULT).matches("|Sending"));
    }
}
