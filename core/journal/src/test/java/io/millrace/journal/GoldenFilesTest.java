package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Journals of every format version can be read, and continued, by the present code. */
class GoldenFilesTest {

    @TempDir
    Path directory;

    static Stream<String> golden() {
        return Stream.of("golden-1.zip", "golden-2.zip");
    }

    @ParameterizedTest
    @MethodSource("golden")
    void everyMessageIsThere(String zip) throws IOException {
        GoldenFiles.unzip(zip, directory);
        Path plain = directory.resolve("plain");
        List<String> frames = GoldenFiles.frames(plain);
        assertEquals(
                GoldenFiles.messages(GoldenFiles.MESSAGES),
                frames.stream()
                        .filter(frame -> frame.contains(" DATA "))
                        .map(frame -> frame.substring(frame.indexOf(" DATA ") + 6))
                        .toList());
        assertTrue(frames.getFirst().endsWith(" METADATA metadata 0"), frames.getFirst());
        try (Journal journal = Journal.openReadOnly(plain);
                Tailer tailer = journal.tailer(TailerOptions.defaults().withDirection(Direction.BACKWARD))) {
            assertEquals(GoldenFiles.messages(GoldenFiles.MESSAGES).reversed(), Messages.readAll(tailer), "backward");
            assertEquals(GoldenFiles.MESSAGES, journal.messages());
            assertEquals(journal.lastIndex(), journal.syncedIndex());
            long half = journal.position("half").get();
            assertEquals(new PositionState.At(half), journal.position("half").state());
            assertEquals(
                    new PositionState.Parked(half), journal.position("away").state());
            assertEquals(
                    new PositionState.NeverRead(), journal.position("never").state());
            tailer.direction(Direction.FORWARD);
            assertEquals(SeekResult.FOUND, tailer.seek(half));
            assertEquals(1_001, journal.messagesBefore(half) + 1);
        }
        assertTrue(
                JournalVerifier.verify(plain).isSound(),
                () -> JournalVerifier.verify(plain).findings().toString());
    }

    @ParameterizedTest
    @MethodSource("golden")
    void encryptedMessagesAreThereAndForgottenOnesAreNot(String zip) throws IOException {
        GoldenFiles.unzip(zip, directory);
        List<String> expected = new ArrayList<>();
        List<String> messages = GoldenFiles.messages(GoldenFiles.ENCRYPTED_MESSAGES);
        for (int i = 0; i < messages.size(); i++) {
            boolean kept = GoldenFiles.subject(i).equals("ann");
            expected.add(GoldenFiles.subject(i) + " " + (kept ? messages.get(i) : "forgotten"));
        }
        assertEquals(
                expected,
                GoldenFiles.decrypted(directory).stream()
                        .map(message -> message.substring(message.indexOf(' ') + 1))
                        .toList());
        assertTrue(JournalVerifier.verify(directory.resolve("encrypted")).isSound());
    }

    /** The machine is not that which wrote the files, so what they have beyond the synced frames may end. */
    @ParameterizedTest
    @ExpectedLog(value = "machine went down while frames were not synced", occurs = Occurrence.PERHAPS)
    @MethodSource("golden")
    void writingContinues(String zip) throws IOException {
        GoldenFiles.unzip(zip, directory);
        Path plain = directory.resolve("plain");
        List<String> before = GoldenFiles.frames(plain);
        FaultInjector elsewhere = new FaultInjector() {
            @Override
            public void reached(FailPoint point) {}

            @Override
            public UUID machineRun() {
                return new UUID(1, 2);
            }
        };
        JournalOptions options = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);
        try (Journal journal = Journal.open(plain, options, elsewhere);
                Appender appender = journal.appender()) {
            Messages.append(appender, "one more");
        }
        List<String> after = GoldenFiles.frames(plain);
        assertEquals(before, after.subList(0, before.size()));
        assertTrue(after.getLast().endsWith(" DATA one more"), after.getLast());
        assertTrue(JournalVerifier.verify(plain).isSound());
    }

    @Test
    void theSecondVersionHasEpochs() throws IOException {
        GoldenFiles.unzip("golden-2.zip", directory);
        try (Journal journal = Journal.openReadOnly(directory.resolve("plain"))) {
            assertEquals(
                    List.of(Epoch.FIRST, new Epoch(1, 31), new Epoch(2, 3)),
                    journal.epochs().stream().map(EpochStart::epoch).toList());
            assertEquals(2, journal.info().formatVersion());
        }
    }

    /** Fails if the layout changes, and a new version is due: see HACKING.md. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theCodeOfTodayWritesThem(int version) throws IOException {
        Path today = directory.resolve("today");
        GoldenFiles.write(today, version);
        GoldenFiles.zip(today, Path.of("target", "golden", "golden-today-" + version + ".zip"));
        Path golden = directory.resolve("golden");
        GoldenFiles.unzip("golden-" + version + ".zip", golden);
        assertEquals(GoldenFiles.frames(golden.resolve("plain")), GoldenFiles.frames(today.resolve("plain")));
        assertEquals(GoldenFiles.decrypted(golden), GoldenFiles.decrypted(today));
        assertFalse(GoldenFiles.decrypted(today).isEmpty());
    }
}
