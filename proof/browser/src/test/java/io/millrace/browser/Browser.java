package io.millrace.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A Chromium without a window, driven from outside. */
final class Browser implements AutoCloseable {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(120);

    /** What Chromium says of the way in which axe measures contrast. */
    private static final String AXE_READS_PIXELS = "willReadFrequently";

    private static final int TABS = 8;

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Returns the path of a program, or nothing where it is not installed. */
    static Optional<Path> program(String name) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts a browser; both programs must exist. */
    static Browser start(Path profile) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program("chromium").orElseThrow().toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-dev-shm-usage",
                "--enable-precise-memory-info",
                "--js-flags=--expose-gc",
                "--window-size=1440,1000",
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(program("chromedriver").orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** Opens any page. */
    void load(String address) {
        driver.get(address);
    }

    /** Opens the page of a run. */
    void open(String address) {
        open(address, "Live");
    }

    /** Opens a page, and waits until it says that it is connected. */
    void open(String address, String connected) {
        driver.get("about:blank"); // so that an address that differs in its hash alone is loaded as well
        driver.get(address);
        await("the connection", () -> text("#connection").equals(connected));
    }

    /** Goes to another view of the same page. */
    void view(String hash) {
        script("location.hash = arguments[0]", hash);
    }

    Object script(String code, Object... arguments) {
        return driver.executeScript(code, arguments);
    }

    Object asyncScript(String code, Object... arguments) {
        return driver.executeAsyncScript(code, arguments);
    }

    /** Sets the width of the window and the theme that the system prefers. */
    void look(int width, int height, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Keeps a picture of what the window shows. */
    void picture(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Waits for the first element that is visible. */
    WebElement one(String selector) {
        AtomicReference<WebElement> found = new AtomicReference<>();
        await(selector, () -> {
            all(selector).stream().filter(WebElement::isDisplayed).findFirst().ifPresent(found::set);
            return found.get() != null;
        });
        return found.get();
    }

    /** Returns the text of the first element, as it is in the document; empty where there is none. */
    String text(String selector) {
        Object text = script("return document.querySelector(arguments[0])?.textContent ?? ''", selector);
        return String.valueOf(text);
    }

    /** Presses a key in the element that has the focus. */
    void press(CharSequence key) {
        driver.switchTo().activeElement().sendKeys(key);
    }

    /** Presses the key that moves the focus, some times. */
    void tabs() {
        new Actions(driver).sendKeys(Keys.TAB.toString().repeat(TABS)).perform();
    }

    String title() {
        return driver.getTitle();
    }

    String url() {
        return driver.getCurrentUrl();
    }

    /** Waits until a condition holds. */
    void await(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!holds(condition)) {
            assertTrue(
                    System.nanoTime() - start < PATIENCE_NS,
                    () -> "waited in vain for " + what + " url=" + url() + " page=" + text("main"));
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (StaleElementReferenceException redrawn) {
            return false;
        }
    }

    /** Returns the errors and warnings of the console of the browser since the last call, but axe's own. */
    List<String> consoleErrors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .filter(entry -> !entry.getMessage().contains(AXE_READS_PIXELS))
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
