package io.millrace.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.leaks.Tolerates;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page of the console in a browser, with the server of a run that is a process of its own. */
@Tolerates(threads = ".*", files = ".*", because = "the browser is started and watched by a library")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("engine")
@Tag("process")
@Tag("proof")
class ConsolePageTest {

    private static final int RATE = 200;

    /** Half a minute and few messages in each build; HACKING.md tells how to start the long run. */
    private static final int HEAP_SECONDS = Integer.getInteger("millrace.browser.seconds", 30);

    private static final int HEAP_RATE = Integer.getInteger("millrace.browser.rate", 500);
    private static final long MAX_HEAP_GROWTH_BYTES = 1 << 20;
    private static final int MAX_FIRST_VIEW_BYTES = 60_000;
    private static final int MAX_ALL_VIEWS_BYTES = 82_000;
    private static final List<String> VIEWS = List.of(
            "#/",
            "#/channels",
            "#/channel/readings",
            "#/channel/alarms/messages",
            "#/latency",
            "#/latency/alarm",
            "#/readers",
            "#/nothing");
    private static final int DESKTOP = 1440;
    private static final int PHONE = 360;
    private static final int HEIGHT = 900;

    @TempDir
    static Path directory;

    private static Plant plant;
    private static Browser browser;
    private static HeapWatch heap;

    @BeforeAll
    static void start() throws Exception {
        boolean installed = Browser.program("chromium").isPresent()
                && Browser.program("chromedriver").isPresent();
        assumeTrue(installed, "chromium and chromedriver are not on the PATH");
        heap = HeapWatch.start(directory, HEAP_RATE, HEAP_SECONDS);
        plant = Plant.start(directory, "sensors.yaml", RATE);
        browser = Browser.start(directory.resolve("profile"));
    }

    @AfterAll
    static void stop() {
        Stream.of(browser, plant, heap).filter(Objects::nonNull).forEach(each -> {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @BeforeEach
    void look() {
        browser.look(DESKTOP, HEIGHT, "light");
    }

    @AfterEach
    void nothingIsWrong() {
        assertEquals(List.of(), browser.consoleErrors());
    }

    @Test
    void itConnectsAndFiguresMove() {
        browser.open(plant.address());
        browser.await("the state", () -> browser.text("#health").equals("Running"));
        browser.await("the title", () -> browser.title().contains("sensors"));
        String before = browser.text(".tiles .tile:nth-child(2) .tile-value");
        browser.await(
                "more messages",
                () -> !browser.text(".tiles .tile:nth-child(2) .tile-value").equals(before));
        Set<String> names = Set.of("sensors", "readings", "alarm", "alarms");
        browser.await("the graph", () -> texts("mr-graph .card-node .name").equals(names));
    }

    @Test
    void thePageIsSmall() {
        browser.open(plant.address());
        browser.one("mr-chart canvas");
        int first = transferredBytes();
        for (String hash : VIEWS) {
            browser.view(hash);
            awaitContent();
        }
        browser.view("#/admin");
        browser.await("the last view", () -> !browser.all("mr-admin h1").isEmpty());
        int all = transferredBytes();
        System.out.println("ConsolePageTest firstViewBytes=" + first + " allViewsBytes=" + all);
        assertTrue(first > 0 && first < MAX_FIRST_VIEW_BYTES, "bytes=" + first);
        assertTrue(all > first && all < MAX_ALL_VIEWS_BYTES, "bytes=" + all);
    }

    /** Returns the compressed bytes of the page and its files that were loaded so far. */
    private static int transferredBytes() {
        Object bytes = browser.script("return [...performance.getEntriesByType('navigation'),"
                + " ...performance.getEntriesByType('resource').filter(each => each.name.includes('/page/'))]"
                + ".reduce((sum, each) => sum + each.encodedBodySize, 0)");
        return ((Number) bytes).intValue();
    }

    private static void awaitContent() {
        browser.await("the heading", () -> !browser.text("main h1").isEmpty());
        browser.await(
                "its content",
                () -> browser.script("return document.querySelector('main > *').childElementCount > 1")
                        .equals(true));
    }

    /** Returns the first second of the rates that the page has. */
    private static long firstSecond() {
        Object first = browser.asyncScript("const done = arguments[0];"
                + "import(new URL('page/session.js', document.baseURI)).then(({session: {history}}) =>"
                + " done(history.length > 0 ? history.seconds[0] : 0));");
        return ((Number) first).longValue();
    }

    @Test
    void ratesSurviveAReloadOfThePage() {
        browser.open(plant.address());
        browser.await("rates", () -> firstSecond() > 0);
        long first = firstSecond();
        browser.open(plant.address());
        browser.await("the rates of before", () -> firstSecond() > 0 && firstSecond() <= first);
        browser.script("document.querySelector(\"input[name=range][value='6h']\").click()");
        browser.await(
                "the hours",
                () -> browser.one("mr-chart .chart-box")
                        .getAttribute("aria-label")
                        .endsWith("in the last 6 h"));
    }

    @Test
    void aFilterIsRunOnTheServer() {
        browser.open(plant.address() + "#/channel/readings/messages");
        browser.one(".messages tbody tr");
        browser.one("input[name=field]").sendKeys("sensor");
        browser.one("input[name=value]").sendKeys("west" + Keys.ENTER);
        browser.await("the address", () -> browser.url().contains("value=west"));
        browser.await("50 rows of one sensor", () -> {
            List<String> rows = List.copyOf(previews());
            return rows.size() == 50 && rows.stream().allMatch(row -> row.contains("sensor: west"));
        });
        assertTrue(browser.text(".list-bar").contains("searched"), browser.text(".list-bar"));
    }

    @Test
    void theWholeTextAndSeveralFieldsAreSearched() {
        browser.open(plant.address() + "#/channel/readings/messages?field=sensor&value=west");
        browser.one(".messages tbody tr");
        browser.one("input[name=text]").sendKeys("number: ");
        browser.one(".filter fieldset > .button").click();
        browser.one("input[name=field2]").sendKeys("celsius");
        browser.script("document.querySelector('select[name=op2]').value = 'gt'");
        browser.one("input[name=value2]").sendKeys("25" + Keys.ENTER);
        browser.await(
                "the address",
                () -> browser.url().contains("field2=celsius") && browser.url().contains("text="));
        browser.await("rows", () -> {
            List<String> rows = previews();
            return !rows.isEmpty()
                    && rows.stream().allMatch(row -> row.matches(".*sensor: west celsius: (2[5-9]|30).*"));
        });
    }

    @Test
    void aMessageIsShownAsATreeAndInHexadecimalDigits() {
        browser.open(plant.address() + "#/channel/alarms/messages");
        browser.one(".messages tbody .row-button").click();
        browser.one("mr-detail a.button").click();
        browser.await("its content", () -> !browser.all("mr-body a[download]").isEmpty());
        String choose = "document.querySelector(`mr-body input[value=${arguments[0]}]`).click()";
        browser.script(choose, "tree");
        browser.await("the tree", () -> browser.text("mr-body .tree").contains("celsius: "));
        assertEquals(List.of(), Axe.in(browser).findings());
        browser.script(choose, "hex");
        browser.await(
                "the bytes", () -> browser.text("mr-body pre:not([aria-label])").startsWith("000000  "));
        assertEquals(3, browser.all("mr-body a[download]").size());
    }

    @Test
    void followedMessagesArriveAndRowsStayFew() {
        browser.open(plant.address() + "#/channel/readings/messages?follow=1&field=sensor&value=north");
        browser.await("rows", () -> previews().size() == 50);
        String newest = browser.text(".messages tbody .row-button");
        browser.await(
                "newer rows", () -> !browser.text(".messages tbody .row-button").equals(newest));
        List<String> rows = previews();
        assertEquals(50, rows.size());
        assertTrue(rows.stream().allMatch(row -> row.contains("sensor: north")), rows::toString);
    }

    @Test
    void aMessageIsFollowedToItsSource() {
        browser.open(plant.address() + "#/channel/alarms/messages");
        browser.one(".messages tbody .row-button").click();
        assertTrue(browser.one("mr-detail pre").getText().contains("is too hot"));
        browser.one("mr-detail a.button").click();
        browser.await("the path", () -> browser.all(".waterfall a.fall-row").size() == 2);
        assertTrue(browser.text(".waterfall a.fall-row").contains("readings@"), browser.text(".waterfall"));
        browser.one(".waterfall a.fall-row").click();
        browser.await("the message of the source", () -> browser.url().contains("#/message/readings/"));
        browser.await(
                "its output", () -> browser.text(".waterfall .fall-output").contains("alarms@"));
    }

    @Test
    void theDifferenceOfTwoMessagesIsShown() {
        browser.open(plant.address() + "#/channel/alarms/messages");
        browser.one(".messages tbody .row-button").click();
        browser.one("mr-detail button.button").click();
        browser.press(Keys.NULL);
        browser.all(".messages tbody .row-button").get(1).click();
        browser.one("mr-detail .diff-line[data-kind=old]");
        assertTrue(browser.one("mr-detail .diff-line[data-kind=new]").getText().startsWith("+ "));
    }

    @Test
    void markupInAMessageIsText() {
        browser.open(plant.address() + "#/channel/readings/messages?call=remark");
        browser.one(".messages tbody .row-button").click();
        assertTrue(browser.one("mr-detail pre").getText().contains("<script>"));
        assertEquals(0L, browser.script("return document.querySelectorAll('main script, main img').length"));
        assertFalse(browser.title().contains("broken"), browser.title());
    }

    @Test
    void latencyIsShownOverTimeAndAsADistribution() {
        browser.open(plant.address() + "#/latency/alarm");
        browser.await(
                "percentiles", () -> browser.text("mr-latency .stack tbody").matches(".*\\d+.*[nµm]s.*"));
        browser.await(
                "two charts",
                () -> browser.all("mr-latency canvas").stream()
                                .filter(WebElement::isDisplayed)
                                .count()
                        == 2);
    }

    @Test
    void aRestartOfTheServerIsSurvived() throws Exception {
        browser.open(plant.address());
        plant.kill();
        browser.await("the banner", () -> browser.one("#banner").getText().contains("No connection"));
        browser.await("its word", () -> browser.text("#connection").equals("Disconnected"));
        plant.start();
        browser.await("the connection", () -> browser.text("#connection").equals("Live"));
        browser.await("no banner", () -> !browser.all("#banner").getFirst().isDisplayed());
        String before = browser.text(".tiles .tile:nth-child(2) .tile-value");
        browser.await(
                "more messages",
                () -> !browser.text(".tiles .tile:nth-child(2) .tile-value").equals(before));
        // The browser itself reports the attempts that reached no server.
        browser.consoleErrors()
                .forEach(each -> assertTrue(each.contains("ERR_CONNECTION") || each.contains("WebSocket"), each));
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark", "phone"})
    void axeFindsNothing(String look) {
        browser.look(look.equals("phone") ? PHONE : DESKTOP, HEIGHT, look.equals("dark") ? "dark" : "light");
        browser.open(plant.address());
        Axe axe = Axe.in(browser);
        for (String hash : VIEWS) {
            browser.view(hash);
            awaitContent();
            assertEquals(List.of(), axe.findings(), hash + " " + look);
            Object wide = browser.script("return document.documentElement.scrollWidth - innerWidth");
            assertTrue(
                    ((Number) wide).intValue() <= 0,
                    () -> "the page is wider than the window: " + hash + " by " + wide);
        }
        browser.view("#/channel/alarms/messages");
        browser.one(".messages tbody .row-button").click();
        assertEquals(List.of(), axe.findings(), "selected message " + look);
        browser.script("document.querySelector('mr-detail a.button').click()");
        browser.one(".waterfall a.fall-row");
        assertEquals(List.of(), axe.findings(), "followed message " + look);
    }

    @Test
    void theKeyboardReachesEverything() {
        browser.open(plant.address());
        for (String hash : List.of("#/", "#/channel/alarms/messages", "#/latency/alarm")) {
            browser.view(hash);
            browser.await(
                    "its content",
                    () -> browser.script("return document.querySelector('main > *').childElementCount > 2")
                            .equals(true));
            Object wanted = browser.script("scrollTo(0, 0); document.activeElement.blur();"
                    + "window.reached = new Set(); document.addEventListener('focusin', e => reached.add(e.target));"
                    + "window.wanted = () => [...document.querySelectorAll('a[href], button, input, select')]"
                    + ".filter(e => e.checkVisibility() && !e.disabled && e.type !== 'radio'"
                    + " && !e.closest('tbody')); return wanted().length");
            int most = ((Number) wanted).intValue() + 20;
            String missing = "not begun";
            for (int i = 0; i < most && !missing.isEmpty(); i++) {
                browser.tabs();
                missing = (String) browser.script(
                        "return wanted().filter(e => !reached.has(e)).map(e => e.outerHTML.slice(0, 120)).join(' ')");
            }
            assertEquals("", missing, hash);
        }
    }

    @Test
    void focusIsVisibleAndSelectionMovesWithArrows() {
        browser.open(plant.address() + "#/channel/alarms/messages");
        browser.one(".messages tbody .row-button").sendKeys(Keys.ENTER);
        String first = browser.text("mr-detail h2");
        browser.press(Keys.ARROW_DOWN);
        browser.await("the next message", () -> !browser.text("mr-detail h2").equals(first));
        Object outline = browser.script("return getComputedStyle(document.activeElement).outlineStyle");
        assertEquals("solid", outline);
    }

    @Test
    void theThemeCanBeSwitched() {
        browser.open(plant.address());
        Set<Object> backgrounds = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            backgrounds.add(browser.script("return getComputedStyle(document.body).backgroundColor"));
            browser.one("#theme").click();
        }
        assertEquals(2, backgrounds.size(), backgrounds::toString);
    }

    /** Last, since it waits for what is measured while the other tests run. */
    @Test
    @Order(Integer.MAX_VALUE)
    void theHeapStaysFlat() throws Exception {
        HeapWatch.Measured measured = heap.await();
        System.out.println("ConsolePageTest seconds=" + HEAP_SECONDS + " rate=" + HEAP_RATE + " " + measured);
        assertEquals("Live", measured.connection());
        assertEquals(List.of(), measured.errors());
        assertTrue(measured.growthBytes() < MAX_HEAP_GROWTH_BYTES, measured::toString);
    }

    private static Set<String> texts(String selector) {
        Set<String> texts = new HashSet<>();
        browser.all(selector).forEach(each -> texts.add(each.getText()));
        return texts;
    }

    private static List<String> previews() {
        Object texts = browser.script(
                "return [...document.querySelectorAll('.messages tbody .preview')].map(each => each.textContent)");
        return ((List<?>) texts).stream().map(String::valueOf).toList();
    }
}
