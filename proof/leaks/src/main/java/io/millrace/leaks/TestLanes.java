package io.millrace.leaks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Lets test classes of several processes run at the same time, except those with the tag {@value #ALONE}: such a class
 * waits until no other runs, and others wait until it has ended. What measures time, fills a disk or is disturbed by
 * load in another way has this tag.
 *
 * <p>The build names the file of the lock ({@value #LOCK_FILE}) and the folder for times ({@value #TIMES_DIRECTORY});
 * without them, as in an editor, nothing waits and nothing is written. The wait is before the first method of a class,
 * so that no timeout of a test includes it. Surefire's time of the class does include it, so the time without it is
 * written: a line for each class, as {@link ClassTimes} describes.
 */
public final class TestLanes implements BeforeAllCallback {

    /** The configuration parameter that names the file of the lock. */
    public static final String LOCK_FILE = "io.millrace.leaks.lockFile";

    /** The configuration parameter that names the folder for the times of test classes. */
    public static final String TIMES_DIRECTORY = "io.millrace.leaks.timesDirectory";

    /** The tag of a class that runs while no other does. */
    public static final String ALONE = "alone";

    private static final Namespace NAMESPACE = Namespace.create(TestLanes.class);

    /** Creates the extension; called by JUnit. */
    public TestLanes() {}

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        Optional<Path> file = context.getConfigurationParameter(LOCK_FILE, Path::of);
        boolean nested =
                context.getParent().flatMap(ExtensionContext::getTestClass).isPresent();
        if (file.isEmpty() || nested) {
            return;
        }
        long startNs = System.nanoTime();
        Optional<LaneLock> lock = LaneLock.acquire(
                file.get(), context.getTags().contains(ALONE) ? LaneLock.Use.ALONE : LaneLock.Use.SHARED);
        if (lock.isEmpty()) {
            return;
        }
        long waitedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        Optional<ClassTimes> times = context.getConfigurationParameter(TIMES_DIRECTORY, Path::of)
                .map(directory -> ClassTimes.begin(
                        directory, context.getRequiredTestClass().getName(), waitedMs));
        context.getStore(NAMESPACE).put(Held.class, new Held(lock.get(), times));
    }

    /** What one class holds; JUnit closes it with the class. */
    private record Held(LaneLock lock, Optional<ClassTimes> times) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try (lock) {
                if (times.isPresent()) {
                    times.get().end();
                }
            }
        }
    }
}
