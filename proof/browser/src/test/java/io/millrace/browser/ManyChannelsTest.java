package io.millrace.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.leaks.Tolerates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list and the graph of 200 channels: groups, a filter, natural order. */
@Tolerates(threads = ".*", files = ".*", because = "the browser is started and watched by a library")
@Tag("engine")
@Tag("process")
class ManyChannelsTest {

    private static final int CHANNELS = 200;
    private static final int READERS = 10;
    private static final String CARDS = "mr-graph .card-node";
    private static final Path PICTURES = Path.of("target/pictures");

    @TempDir
    private Path directory;

    /** Writes a topology of 200 sources with a channel each, of which ten components read twenty each. */
    private void writeTopology() throws Exception {
        StringBuilder channels = new StringBuilder();
        StringBuilder components = new StringBuilder();
        List<String> names = new ArrayList<>();
        String journal = ": {roll: {size: 64KiB}}\n";
        for (int reader = 0; reader < READERS; reader++) {
            List<String> reads = new ArrayList<>();
            for (int i = reader + 1; i <= CHANNELS; i += READERS) {
                channels.append("  channel-").append(i).append(journal);
                components.append("  sensors-").append(i);
                components.append(": {class: io.millrace.browser.Sensors, writes: channel-" + i + "}\n");
                reads.add("channel-" + i);
                names.add("sensors-" + i);
            }
            channels.append("  alarms-").append(reader).append(journal);
            components.append("  alarm-" + reader + ": {class: io.millrace.browser.Alarm, reads: " + reads
                    + ", writes: alarms-" + reader + "}\n");
            names.add("alarm-" + reader);
        }
        Files.writeString(
                directory.resolve("many.yaml"),
                "name: many\nchannels:\n" + channels + "components:\n" + components + "threads:\n  plant: {runs: "
                        + names + "}\n");
    }

    private static List<String> texts(Browser browser, String selector) {
        Object texts = browser.script(
                "return [...document.querySelectorAll(arguments[0])].filter(each => each.checkVisibility())"
                        + ".map(each => each.textContent)",
                selector);
        return ((List<?>) texts).stream().map(String::valueOf).toList();
    }

    @Test
    void twoHundredChannelsCanBeFound() throws Exception {
        assumeTrue(
                Browser.program("chromium").isPresent()
                        && Browser.program("chromedriver").isPresent(),
                "chromium and chromedriver are not on the PATH");
        writeTopology();
        try (Plant plant = Plant.start(directory, directory.resolve("many.yaml"), 1);
                Browser browser = Browser.start(directory.resolve("profile"))) {
            browser.look(1440, 900, "light");
            browser.open(plant.address());
            browser.await("the groups", () -> texts(browser, CARDS + " .name").contains("channel × 200"));
            assertEquals(
                    List.of("sensors × 200", "channel × 200", "alarm × 10", "alarms × 10"),
                    texts(browser, CARDS + " .name"));
            List<String> side = texts(browser, ".nav-channel .name");
            assertEquals(List.of("channel-1", "channel-2", "channel-3"), side.subList(READERS, READERS + 3));
            assertEquals("channel-200", side.getLast());
            check(browser, "many-overview");
            browser.one("mr-overview .name-filter").sendKeys("channel-17");
            browser.await("the part of the graph", () -> texts(browser, CARDS).size() == 21);
            check(browser, "many-filtered");
            browser.view("#/channels?filter=channel-17");
            browser.await(
                    "the rows", () -> texts(browser, "mr-channels tbody tr").size() == 1);
            browser.one("mr-channels tbody button").click();
            List<String> rows = texts(browser, "mr-channels tbody tr td:first-child");
            assertEquals(12, rows.size(), rows::toString);
            assertEquals(List.of("channel-17", "channel-170", "channel-171"), rows.subList(1, 4));
            check(browser, "many-channels");
            browser.script(
                    "const field = document.querySelector('mr-channels .name-filter');"
                            + "field.value = arguments[0]; field.dispatchEvent(new Event('input'))",
                    "<b>".repeat(3_334));
            browser.await(
                    "no rows", () -> texts(browser, "mr-channels tbody tr").isEmpty());
            assertTrue(browser.text("mr-channels .list-bar").contains("0 of 210 channels"));
        }
    }

    /** Keeps pictures of a wide and of a narrow window; axe finds nothing, and neither scrolls sideways. */
    private static void check(Browser browser, String name) throws Exception {
        assertEquals(List.of(), Axe.in(browser).findings());
        browser.picture(PICTURES.resolve(name + "-1440.png"));
        browser.look(360, 740, "dark");
        assertEquals(List.of(), Axe.in(browser).findings());
        assertTrue((Boolean) browser.script("return document.documentElement.scrollWidth <= 360"));
        browser.picture(PICTURES.resolve(name + "-360.png"));
        browser.look(1440, 900, "light");
    }
}
