package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.memory.Access;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SegmentPreparerTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 22);

    @TempDir
    Path dir;

    @Test
    @EnabledOnOs(OS.LINUX)
    void pagesForWhichAnAppenderCouldNotWaitAreTouchedInTheBackground() throws Exception {
        Journal.open(dir, OPTIONS).close();
        List<Thread> background = new ArrayList<>();
        try (JournalTable table = JournalTable.open(dir, Access.READ_WRITE);
                SegmentStore store = new SegmentStore(dir, table, Access.READ_WRITE)) {
            SegmentCreator creator =
                    new SegmentCreator(dir, table.id(), OPTIONS, "owner", FaultInjector.NONE, () -> {});
            AtomicReference<SegmentPreparer> preparer = new AtomicReference<>();
            // No earlier request, so the appender waits from the beginning, and no page is touched.
            preparer.set(new SegmentPreparer(store, creator, () -> background.add(start(preparer.get()))));

            SegmentFile taken = preparer.get().take(1);

            background.getFirst().join();
            assertEquals(taken.sizeBytes(), MappedPages.presentBytes(taken.file()));
            store.release(taken);
        }
    }

    /** Starts the background thread, which waits until the appender waits: it holds the lock until then. */
    private static Thread start(SegmentPreparer preparer) {
        return Thread.ofPlatform().start(preparer::run);
    }
}
