package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelOptions;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The public cases of {@link PublicCasesTest} that are about what outlives a process. */
class StoreCasesTest {

    private static final int SEGMENT_BYTES = 1 << 16;
    private static final FixSessionId ID = new FixSessionId("FIX.4.4", "SELL", "BUY");
    private static final ChannelOptions SMALL =
            ChannelOptions.defaults().withJournal(JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES));
    private static final int MESSAGES = 3_000;

    @TempDir
    private Path directory;

    private void fill() {
        try (FixJournal journal = FixJournal.open(directory, SMALL)) {
            FixStore store = journal.store(ID);
            byte[] bytes = Samples.message("D", "11=17|54=1|60=20260302-08:00:00|");
            for (int number = 1; number <= MESSAGES; number++) {
                store.begin(number);
                store.append(number, bytes, 0, bytes.length);
                store.commit();
            }
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toFile().length() == SEGMENT_BYTES)
                    .sorted()
                    .toList();
        }
    }

    /** quickfixj#601: an error that names the file, never a silent 1. */
    @Test
    void aFileOfTheStoreThatIsEmptyCutOrMissingIsAnErrorWithItsName() throws IOException {
        fill();
        List<Path> segments = segments();
        assertTrue(segments.size() > 3, segments.toString());
        Path damaged = segments.get(1);
        byte[] whole = Files.readAllBytes(damaged);
        for (long length : List.of(0L, 100L, (long) whole.length / 2)) {
            try (FileChannel file = FileChannel.open(damaged, StandardOpenOption.WRITE)) {
                file.truncate(length);
            }
            assertNames(damaged);
            Files.write(damaged, whole);
        }
        Files.delete(damaged);
        assertNames(damaged);
        Files.write(damaged, whole);
        try (FixJournal journal = FixJournal.open(directory, SMALL)) {
            assertEquals(MESSAGES + 1, journal.store(ID).nextOutgoing());
        }
    }

    private void assertNames(Path damaged) {
        RuntimeException error = assertThrows(
                RuntimeException.class, () -> FixJournal.open(directory, SMALL).close());
        assertTrue(error.getMessage().contains(damaged.toString()), error.getMessage());
    }

    /** quickfixj#540: the second of two nodes on one store is refused, so that no number is used twice. */
    @Test
    void aSecondEngineOnOneStoreIsRefused() {
        try (FixJournal journal = FixJournal.open(directory, SMALL)) {
            RuntimeException refused = assertThrows(
                    RuntimeException.class,
                    () -> FixJournal.open(directory, SMALL).close());
            assertTrue(refused.getMessage().contains(directory.toString()), refused.getMessage());
            assertEquals(1, journal.store(ID).nextOutgoing());
        }
    }
}
