package io.millrace.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.leaks.Tolerates;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostTakeover;
import io.millrace.topology.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console of one host shows all hosts by name, and of one that was killed when it answered last. */
@Tolerates(threads = ".*", files = ".*", because = "the browser is started and watched by a library")
@Tag("engine")
@Tag("process")
class HostsPageTest {

    private static final Pattern ADDRESS = Pattern.compile("console: (\\S+)");
    private static final Path PICTURES = Path.of("target/pictures");
    private static final Path DICTIONARY = Path.of("../../examples/exchange/target/dictionaries/FixRepository44.xml")
            .toAbsolutePath();
    private static final String SESSION = "FIX.4.4:DESK->BUY";
    private static final String LANE = ".lane[aria-label=%s] .lane-head";

    @TempDir
    private Path directory;

    private TestProcess run(Path file, String host, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                file.toString(),
                "--host",
                host,
                "--data",
                directory.resolve(host).toString()));
        arguments.addAll(List.of("--rate", "100"));
        arguments.addAll(List.of(options));
        return JavaCommand.millrace(arguments.toArray(String[]::new))
                .withFlags("-Xmx128m", "-XX:TieredStopAtLevel=1")
                .start(directory);
    }

    private static void awaitLane(Browser browser, String host, String wanted) {
        browser.await(
                host + " " + wanted, () -> browser.text(LANE.formatted(host)).contains(wanted));
    }

    /** Returns the cells of the row that begins with a name in a table. */
    private static String row(Browser browser, String table, String name) {
        return String.valueOf(browser.script(
                "return [...document.querySelectorAll(`.table-box[aria-label=${arguments[0]}] tbody tr`)]"
                        + ".filter(row => row.cells[0].textContent === arguments[1])"
                        + ".map(row => [...row.cells].map(cell => cell.textContent).join(' ')).join()",
                table,
                name));
    }

    private static String bracket(Browser browser) {
        return String.valueOf(browser.script("return document.querySelector('.bracket').getAttribute('data-state')"));
    }

    private Path file() throws Exception {
        assumeTrue(
                Browser.program("chromium").isPresent()
                        && Browser.program("chromedriver").isPresent(),
                "chromium and chromedriver are not on the PATH");
        Path file = Plant.file(directory, "hosts.yaml");
        String text = Files.readString(file);
        for (String port : List.of("PORT-A", "PORT-B", "PORT-S")) {
            text = text.replace(port, Integer.toString(FreePorts.next()));
        }
        return Files.writeString(file, text.replace("DICTIONARY", DICTIONARY.toString()));
    }

    private HostTakeover takeover(Path file, String machine) {
        return new HostTakeover(Topology.load(file), "a", directory.resolve(machine), _ -> {}, _ -> {});
    }

    @Test
    void afterAPromotionTheOldMachineStandsByForTheSpare() throws Exception {
        Path file = file();
        try (TestProcess s = run(file, "s");
                TestProcess b = run(file, "b", "--console", "0");
                TestProcess a = run(file, "a");
                Browser browser = Browser.start(directory.resolve("profile"))) {
            browser.look(1440, 900, "light");
            browser.open(b.await(ADDRESS) + "#/hosts");
            awaitLane(browser, "s", "stands by for a: complete");
            a.kill();
            takeover(file, "s").promote(HostTakeover.Living.REFUSED, HostLosses.REFUSED);
            awaitLane(browser, "s", "runs a");
            takeover(file, "a").reset();
            try (TestProcess _ = run(file, "a")) {
                awaitLane(browser, "a", "stands by for a: complete");
                browser.await(
                        "the link to the new spare", () -> bracket(browser).equals("flows"));
                check(browser, "hosts-promoted");
                assertTrue(s.isAlive(), s::output);
            }
        }
    }

    @Test
    void allHostsAreShownAndOneThatIsKilledIsUnknown() throws Exception {
        Path file = file();
        try (TestProcess s = run(file, "s");
                TestProcess b = run(file, "b");
                TestProcess a = run(file, "a", "--console", "0");
                Browser browser = Browser.start(directory.resolve("profile"))) {
            browser.look(1440, 900, "light");
            browser.open(a.await(ADDRESS) + "#/hosts");
            awaitLane(browser, "b", "Running");
            awaitLane(browser, "s", "stands by for a: complete");
            browser.await(
                    "figures of host b",
                    () -> row(browser, "Channels", "alarms").matches("alarms b [1-9].*/s.*"));
            browser.await(
                    "who serves clients",
                    () -> row(browser, "Hosts", "b").matches("b Running host now 0 .*clients at http://.*"));
            browser.await(
                    "a session of an engine of FIX on host b",
                    () -> row(browser, "\"FIX sessions\"", SESSION).matches(SESSION + " b .* 1 1 .*"));
            browser.await("the link to the spare", () -> bracket(browser).equals("flows"));
            check(browser, "hosts");
            b.kill();
            awaitLane(browser, "b", "unknown");
            assertTrue(browser.text(LANE.formatted("b")).matches(".*last answer \\d\\d:\\d\\d:\\d\\d, .* ago"));
            assertTrue(
                    row(browser, "Channels", "alarms").startsWith("alarms b – –"), row(browser, "Channels", "alarms"));
            String killed = row(browser, "Hosts", "b");
            assertTrue(killed.matches("b unknown host \\d\\d:.* ago – – – .*"), killed);
            check(browser, "hosts-killed");
            try (TestProcess status = JavaCommand.millrace("status", "--watch", "--rounds", "1", file.toString())
                    .start(directory)) {
                TestProcess.Ended ended = status.awaitEnd();
                assertEquals(1, ended.code(), ended.toString());
                assertTrue(ended.out().contains("host b is silent, and nothing is known of it"), ended.toString());
                assertTrue(ended.out().contains("spare of host a: complete"), ended.toString());
            }
            try (TestProcess again = run(file, "b")) {
                awaitLane(browser, "b", "Running");
                a.signal("STOP"); // the page has had its last answer
                awaitLane(browser, "s", "unknown");
                assertTrue(row(browser, "Channels", "alarms").startsWith("alarms b – –"));
                a.signal("CONT");
                awaitLane(browser, "s", "stands by for a: complete");
                assertTrue(again.isAlive() && s.isAlive(), again::output);
            }
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
