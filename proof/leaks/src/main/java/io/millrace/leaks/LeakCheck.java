package io.millrace.leaks;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/**
 * Fails a test that leaks: a platform thread it started, a file it opened or mapped, or a record of level {@code
 * WARNING} or above in a logger of Millrace that it did not declare with {@link ExpectedLog}.
 *
 * <p>JUnit finds it if this module is on the test class path. What exists before a test (made by a {@code @BeforeAll}
 * method, say) may exist after it; the same check around the whole class then covers that too. The check runs when
 * JUnit closes the test's own store, hence after {@code @AfterEach} methods and {@code @AutoClose} fields and before
 * {@code @TempDir} folders are removed. Threads and files that are about to end get twenty seconds of grace ({@value
 * #GRACE_MS}), since a slow machine may pause for several. A leak that was reported is not reported again by a later
 * test.
 *
 * <p>Not seen: virtual threads, which the JVM does not list, and sockets. Where there is no {@code /proc}, files and
 * mappings are not checked, which one log line says. Reports of objects that were collected unclosed are off: they
 * would come in a later test. Tests of one JVM must run one after the other, which is JUnit's
 * default: with two at a time a thread could not be assigned to a test.
 */
public final class LeakCheck implements BeforeAllCallback, BeforeEachCallback {

    /** The configuration parameter that names the grace, in milliseconds. */
    public static final String GRACE_MS = "io.millrace.leaks.graceMs";

    private static final long DEFAULT_GRACE_MS = 20_000;
    private static final Namespace NAMESPACE = Namespace.create(LeakCheck.class);

    /** Says what the program reports of objects that are collected unclosed; see {@link LeakCheck}. */
    private static final String UNCLOSED = "millrace.unclosed";

    static {
        if (System.getProperty(UNCLOSED) == null) {
            System.setProperty(UNCLOSED, "off");
        }
    }

    /** Creates the extension; called by JUnit. */
    public LeakCheck() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        watch(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        watch(context);
    }

    private static void watch(ExtensionContext context) {
        Store wholeRun = context.getRoot().getStore(NAMESPACE);
        Ledger ledger = wholeRun.computeIfAbsent(Ledger.class, key -> Ledger.open(), Ledger.class);
        long graceMs =
                context.getConfigurationParameter(GRACE_MS, Long::valueOf).orElse(DEFAULT_GRACE_MS);
        Watch watch = Watch.begin(ledger, Expectations.of(context), TimeUnit.MILLISECONDS.toNanos(graceMs));
        context.getStore(NAMESPACE).put(Watch.class, watch);
    }
}
