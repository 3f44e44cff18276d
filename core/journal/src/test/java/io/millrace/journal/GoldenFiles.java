package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Two journals, always with the same content: {@code plain} has single frames, batches, metadata, padding, several
 * segments and named positions; {@code encrypted} has messages of two subjects, and the directory {@code keys} the key
 * of one of them, for tests alone. The files that the code of each format version has written are kept as a zip among
 * the resources and never regenerated.
 */
final class GoldenFiles {

    static final int MESSAGES = 2_000;
    static final int ENCRYPTED_MESSAGES = 400;

    private static final long SEED = 20_261_122;
    private static final Instant TIME = Instant.parse("2026-11-22T01:00:00Z");
    private static final JournalOptions OPTIONS = JournalOptions.defaults()
            .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
            .withClock(() -> TIME);

    private GoldenFiles() {}

    /** Returns the messages of a journal. */
    static List<String> messages(int count) {
        Random random = new Random(SEED);
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] letters = new byte[random.nextInt(90)];
            for (int at = 0; at < letters.length; at++) {
                letters[at] = (byte) ('a' + random.nextInt(26));
            }
            messages.add(i + " " + new String(letters, StandardCharsets.US_ASCII));
        }
        return messages;
    }

    static String subject(int message) {
        return message % 2 == 0 ? "ann" : "bob";
    }

    /** Writes both journals; the indexes of all messages are always the same. */
    static void write(Path directory, int version) throws IOException {
        Path plain = directory.resolve("plain");
        Path encrypted = directory.resolve("encrypted");
        FileKeyProvider keys = FileKeyProvider.open(directory.resolve("keys"));
        if (version == 1) {
            writePlain(plain, directory.resolve("unused-keys"), 0, MESSAGES);
            writeEncrypted(encrypted, keys, 0, ENCRYPTED_MESSAGES);
        } else {
            writePlain(plain, directory.resolve("unused-keys"), 0, 700);
            EpochStarter.start(plain, new Epoch(1, 31), TIME);
            writePlain(plain, directory.resolve("unused-keys"), 700, 1_400);
            EpochStarter.start(plain, new Epoch(2, 3), TIME);
            writePlain(plain, directory.resolve("unused-keys"), 1_400, MESSAGES);
            writeEncrypted(encrypted, keys, 0, 200);
            EpochStarter.start(encrypted, new Epoch(1, 5), TIME);
            writeEncrypted(encrypted, keys, 200, ENCRYPTED_MESSAGES);
        }
        keys.forget("bob");
    }

    private static void writePlain(Path directory, Path unusedKeys, int from, int to) {
        List<String> messages = messages(MESSAGES);
        try (Journal journal = Journal.open(
                        directory, OPTIONS.withOwnership(Ownership.SHARED).withDurability(Durability.SYNCED));
                Appender appender = journal.appender()) {
            int next = from;
            while (next < to) {
                if (next % 7 != 0) {
                    Messages.append(appender, messages.get(next++));
                } else {
                    FrameBatch batch = appender.batch();
                    Messages.add(batch, FrameKind.METADATA, "metadata " + next);
                    for (int end = Math.min(to, next + 5); next < end; next++) {
                        Messages.add(batch, FrameKind.DATA, messages.get(next));
                    }
                    appender.publish(Appender.ANY_SEGMENT);
                }
                if (next == 1_001) {
                    leavePadding(journal, FileKeyProvider.open(unusedKeys));
                    journal.position("half").set(appender.lastIndex());
                    journal.position("away").set(appender.lastIndex());
                    journal.position("away").park();
                    journal.position("never");
                }
            }
            appender.awaitSynced(appender.lastIndex());
        }
    }

    /** Leaves a frame that cannot be published after it was claimed, and becomes padding. */
    private static void leavePadding(Journal journal, KeyProvider keys) {
        try (Appender appender = journal.appender();
                BatchEncryption encryption = new BatchEncryption(journal, appender, keys)) {
            Messages.add(appender.batch(), FrameKind.DATA, "without a key");
            encryption.clearBytes(0);
            assertThrows(JournalException.class, () -> appender.publish(Appender.ANY_SEGMENT));
        }
    }

    private static void writeEncrypted(Path directory, FileKeyProvider keys, int from, int to) {
        List<String> messages = messages(ENCRYPTED_MESSAGES);
        try (Journal journal = Journal.open(directory, OPTIONS);
                EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys)) {
            for (int i = from; i < to; i++) {
                MemorySegment bytes = Messages.bytes(messages.get(i));
                appender.append(subject(i), bytes, 0, (int) bytes.byteSize());
            }
        }
    }

    /** Puts the regular files below a directory into a zip. */
    static void zip(Path directory, Path zip) throws IOException {
        Files.createDirectories(zip.getParent());
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip));
                Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new ZipEntry(directory.relativize(file).toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }

    /** Unpacks a zip of the resources. */
    static void unzip(String resource, Path directory) throws IOException {
        try (InputStream bytes = GoldenFiles.class.getResourceAsStream(resource);
                ZipInputStream in = new ZipInputStream(bytes)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path file = directory.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(in, file);
            }
        }
        Path forgotten = directory.resolve("keys").resolve("forgotten");
        if (Files.notExists(forgotten)) { // the first was written before a deleted key left a file
            Files.createFile(forgotten);
        }
    }

    /** Returns all frames of a journal: index, kind and text. */
    static List<String> frames(Path directory) {
        List<String> frames = new ArrayList<>();
        try (Journal journal = Journal.openReadOnly(directory);
                Tailer tailer = journal.tailer(TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE))) {
            while (tailer.read() == Read.MESSAGE) {
                frames.add(Index.toText(tailer.index()) + " " + tailer.kind() + " " + Messages.text(tailer));
            }
        }
        return frames;
    }

    /** Returns the messages of the encrypted journal, only the subject where the key was deleted. */
    static List<String> decrypted(Path directory) {
        List<String> messages = new ArrayList<>();
        KeyProvider keys = FileKeyProvider.openExisting(directory.resolve("keys"));
        try (Journal journal = Journal.openReadOnly(directory.resolve("encrypted"));
                EncryptedTailer tailer = new EncryptedTailer(journal, TailerOptions.defaults(), keys)) {
            while (tailer.read() == Read.MESSAGE) {
                String text = tailer.isForgotten()
                        ? "forgotten"
                        : new String(
                                tailer.segment().asSlice(0, tailer.length()).toArray(ValueLayout.JAVA_BYTE),
                                StandardCharsets.UTF_8);
                messages.add(Index.toText(tailer.index()) + " " + tailer.subject() + " " + text);
            }
        }
        return messages;
    }
}
