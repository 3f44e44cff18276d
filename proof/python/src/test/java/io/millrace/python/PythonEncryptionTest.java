package io.millrace.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.journal.EncryptedAppender;
import io.millrace.journal.EncryptedTailer;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Read;
import io.millrace.journal.TailerOptions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A reader in Python that knows only the page of the format, with a cipher that is not ours, reads what is encrypted.
 * Skipped where there is no Python with the package {@code cryptography}.
 */
@Tag("process")
class PythonEncryptionTest {
    private static final Path READER = Path.of("src/main/python/millrace_encrypted.py");
    private static final Path GOLDEN =
            Path.of("../../core/journal/src/test/resources/io/millrace/journal/golden-2.zip");
    private static final int MESSAGES = 300;

    @TempDir
    private Path directory;

    private record Ended(int code, String out, String err) {}

    private Ended run(List<String> command) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        int code = process.waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }

    private Ended read() throws IOException, InterruptedException {
        String journal = directory.resolve("journal").toString();
        String keys = directory.resolve("keys").toString();
        return run(List.of("python3", "-B", READER.toString(), journal, keys));
    }

    @BeforeEach
    void needsPython() throws InterruptedException {
        boolean isThere;
        try {
            isThere = run(List.of("python3", "-c", "import cryptography")).code() == 0;
        } catch (IOException e) {
            isThere = false;
        }
        assumeTrue(isThere, "there is no python3 with the package cryptography, so encryption is not tested with it");
    }

    @Test
    void everyMessageIsDecryptedOverSeveralSegmentsAndForgottenOnesAreTold() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        StringBuilder expected = new StringBuilder();
        FileKeyProvider keys = FileKeyProvider.open(directory.resolve("keys"));
        JournalOptions options = JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES);
        try (Journal journal = Journal.open(directory.resolve("journal"), options);
                EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys)) {
            for (int i = 0; i < MESSAGES; i++) {
                String subject = List.of("ann", "bob", "forgotten one").get(random.nextInt(3));
                int length = i % 20 == 0 ? 2_500 + random.nextInt(5_000) : random.nextInt(100);
                String text = Character.toString('a' + i % 26).repeat(length);
                MemorySegment bytes = MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
                long index = appender.append(subject, bytes, 0, (int) bytes.byteSize());
                String shown = subject.equals("forgotten one") ? "forgotten" : text;
                expected.append(Index.toText(index) + " " + subject + " " + shown + "\n");
            }
            assertTrue(Index.segment(appender.lastIndex()) > 0);
        }
        keys.forget("forgotten one");
        Ended ended = read();
        assertEquals(expected.toString(), ended.out(), "seed=" + seed + " err=" + ended.err());
    }

    @Test
    void aJournalOfSeveralEpochsIsRead() throws Exception {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(GOLDEN))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = directory.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(zip, file);
            }
        }
        Files.move(directory.resolve("encrypted"), directory.resolve("journal"));
        StringBuilder expected = new StringBuilder();
        try (Journal journal = Journal.openReadOnly(directory.resolve("journal"));
                EncryptedTailer tailer = new EncryptedTailer(
                        journal, TailerOptions.defaults(), FileKeyProvider.openExisting(directory.resolve("keys")))) {
            assertEquals(2, journal.epochs().size());
            while (tailer.read() == Read.MESSAGE) {
                byte[] bytes = tailer.isForgotten()
                        ? "forgotten".getBytes(StandardCharsets.UTF_8)
                        : tailer.segment().asSlice(0, tailer.length()).toArray(ValueLayout.JAVA_BYTE);
                expected.append(Index.toText(tailer.index()) + " " + tailer.subject() + " "
                        + new String(bytes, StandardCharsets.UTF_8) + "\n");
            }
        }
        Ended ended = read();
        assertEquals(expected.toString(), ended.out(), ended.err());
        assertTrue(ended.out().contains("\n1.5:"), ended.out());
    }
}
