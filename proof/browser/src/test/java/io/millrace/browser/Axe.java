package io.millrace.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The checks of axe-core for people who cannot see, hear or use a mouse, in a page. */
final class Axe {

    private static final String SCRIPT = "META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    private final Browser browser;

    private Axe(Browser browser) {
        this.browser = browser;
    }

    /** Puts axe into the page that a browser shows. */
    static Axe in(Browser browser) {
        try (InputStream in = Axe.class.getClassLoader().getResourceAsStream(SCRIPT)) {
            browser.script(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return new Axe(browser);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what breaks a rule, each with its rule and the elements. */
    List<String> findings() {
        Object result = browser.asyncScript("const done = arguments[arguments.length - 1];"
                + "axe.run({resultTypes: ['violations']}).then(result => done(result.violations.flatMap(violation =>"
                + " violation.nodes.map(node => ({id: violation.id, html: node.html, why: node.failureSummary})))),"
                + " error => done([{id: 'error', html: String(error), why: ''}]))");
        return ((List<?>) result)
                .stream()
                        .map(each -> (Map<?, ?>) each)
                        .map(each -> each.get("id") + " " + each.get("html") + " " + each.get("why"))
                        .toList();
    }
}
