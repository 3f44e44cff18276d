package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.memory.Access;
import io.millrace.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.crypto.AEADBadTagException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted messages can be read only with their keys, and only at their index. */
class EncryptionTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);

    @TempDir
    Path scratch;

    private Path dir;
    private FileKeyProvider keys;

    @BeforeEach
    void open() {
        dir = scratch.resolve("journal");
        keys = FileKeyProvider.open(scratch.resolve("keys"));
    }

    private static long append(EncryptedAppender appender, String subject, String text) {
        MemorySegment bytes = Messages.bytes(text);
        return appender.append(subject, bytes, 0, (int) bytes.byteSize());
    }

    private static String text(EncryptedTailer tailer) {
        byte[] bytes = tailer.segment().asSlice(0, tailer.length()).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private List<String> readAll(TailerOptions options) {
        List<String> texts = new ArrayList<>();
        try (Journal journal = Journal.openReadOnly(dir);
                EncryptedTailer tailer = new EncryptedTailer(journal, options, keys)) {
            while (tailer.read() == Read.MESSAGE) {
                texts.add(tailer.isForgotten() ? "forgotten " + tailer.subject() : text(tailer));
            }
        }
        return texts;
    }

    private List<Long> write(int count) {
        List<Long> indexes = new ArrayList<>();
        try (Journal journal = Journal.open(dir, OPTIONS);
                EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys)) {
            for (int i = 0; i < count; i++) {
                indexes.add(append(appender, i % 3 == 0 ? "ann" : "bob", "secret " + i));
            }
        }
        return indexes;
    }

    @Test
    void whatWasEncryptedIsReadOverManySegmentsInBothDirections() {
        List<Long> indexes = write(3_000);
        assertTrue(Index.segment(indexes.getLast()) >= 2);
        assertEquals(Messages.numbered("secret ", 3_000), readAll(TailerOptions.defaults()));
        List<String> backward = readAll(TailerOptions.defaults().withDirection(Direction.BACKWARD));
        assertEquals(Messages.numbered("secret ", 3_000), backward.reversed());
        try (Journal journal = Journal.openReadOnly(dir);
                EncryptedTailer tailer = new EncryptedTailer(journal, TailerOptions.defaults(), keys)) {
            assertEquals(SeekResult.FOUND, tailer.seek(indexes.get(2_000)));
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals("secret 2000", text(tailer));
            assertEquals("bob", tailer.subject());
        }
    }

    @Test
    void nothingOfAMessageIsInTheFiles() throws IOException {
        write(100);
        try (var files = Files.list(dir)) {
            for (Path file : files.toList()) {
                assertFalse(Files.readString(file, StandardCharsets.ISO_8859_1).contains("secret"), file::toString);
            }
        }
    }

    @Test
    void severalSharedAppendersHaveKeysOfTheirOwnAndNoNonceIsUsedTwice() {
        try (Journal journal = Journal.open(dir, OPTIONS.withOwnership(Ownership.SHARED));
                EncryptedAppender one = new EncryptedAppender(journal, journal.appender(), keys);
                EncryptedAppender two = new EncryptedAppender(journal, journal.appender(), keys)) {
            for (int i = 0; i < 3_000; i++) {
                append(i % 2 == 0 ? one : two, "ann", "secret " + i);
            }
        }
        assertEquals(Messages.numbered("secret ", 3_000), readAll(TailerOptions.defaults()));
        Set<String> nonces = new HashSet<>();
        Set<Long> keyFrames = new HashSet<>();
        try (Journal journal = Journal.openReadOnly(dir);
                Tailer tailer = journal.tailer()) {
            while (tailer.read() == Read.MESSAGE) {
                long key = Memory.getIntPlain(tailer.segment(), tailer.offset());
                long counter = Memory.getLongPlain(tailer.segment(), tailer.offset() + EncryptedLayout.COUNTER_OFFSET);
                keyFrames.add(Index.of(Index.segment(tailer.index()), key << 3));
                assertTrue(nonces.add(Index.segment(tailer.index()) + " " + key + " " + counter));
            }
        }
        assertEquals(3_000, nonces.size());
        assertTrue(keyFrames.size() >= 4, "two appenders in two segments");
    }

    /** Returns the error for a writer that continues with other keys. */
    private String refused(FileKeyProvider others) {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            return assertThrows(JournalException.class, () -> new EncryptedAppender(journal, appender, others))
                    .getMessage();
        }
    }

    @Test
    void aWriterWithOtherKeysIsRefused() {
        long last = write(2).getLast();
        FileKeyProvider others = FileKeyProvider.open(scratch.resolve("others"));
        String journal = "directory=" + dir + " reason=cannot get key of message index=" + Index.toText(last);
        String never = journal + " reason=key does not exist and was not deleted";
        assertTrue(refused(others).contains(never), refused(others));
        others.wrap("cid", new byte[32]);
        assertTrue(refused(others).contains(never), refused(others));
        others.wrap("bob", new byte[32]);
        String reason = " reason=another key wrapped the data key file=";
        assertTrue(refused(others).contains(journal + reason + scratch.resolve("others")), refused(others));
        assertEquals(List.of("secret 0", "secret 1"), readAll(TailerOptions.defaults()));
    }

    @Test
    void aReaderWithOtherKeysGetsAnErrorAndNotDeletedKeys() throws IOException {
        long first = write(2).getFirst();
        Path others = scratch.resolve("others");
        try (Journal journal = Journal.openReadOnly(dir);
                EncryptedTailer tailer =
                        new EncryptedTailer(journal, TailerOptions.defaults(), FileKeyProvider.open(others))) {
            JournalException e = assertThrows(JournalException.class, tailer::read);
            String place = "index=" + Index.toText(first) + " reason=key does not exist and was not deleted";
            assertTrue(e.getMessage().contains(place), e.getMessage());
            assertTrue(
                    e.getMessage().contains("file=" + others) && e.getMessage().endsWith("subject=ann"));
            Files.createFile(others.resolve("forgotten"));
            assertEquals(Read.MESSAGE, tailer.read(), "somebody says that keys were deleted here");
            assertTrue(tailer.isForgotten());
        }
    }

    @Test
    void aSubjectThatIsWrittenAgainAfterItWasForgottenHasNewKeysAndItsOldMessagesStayForgotten() {
        write(1);
        for (int i = 1; i < 3; i++) {
            assertEquals(1, keys.forget("ann"));
            try (Journal journal = Journal.open(dir, OPTIONS);
                    EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys)) {
                append(appender, "ann", "again " + i);
            }
        }
        keys.rotate("ann");
        assertEquals(List.of("forgotten ann", "forgotten ann", "again 2"), readAll(TailerOptions.defaults()));
    }

    @Test
    void aWriterContinuesIfTheLastKeyWasDeleted() {
        write(1);
        assertEquals(0, keys.forget("bob"));
        assertEquals(1, keys.forget("ann"));
        try (Journal journal = Journal.open(dir, OPTIONS);
                EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys)) {
            append(appender, "cid", "hello");
        }
        assertEquals(List.of("forgotten ann", "hello"), readAll(TailerOptions.defaults()));
    }

    @Test
    void aForgottenSubjectCannotBeReadAndAllElseCan() {
        List<Long> indexes = write(1_000);
        keys.forget("ann");
        List<String> texts = readAll(TailerOptions.defaults());
        assertEquals(1_000, texts.size());
        for (int i = 0; i < texts.size(); i++) {
            assertEquals(i % 3 == 0 ? "forgotten ann" : "secret " + i, texts.get(i));
        }
        try (Journal journal = Journal.openReadOnly(dir);
                EncryptedTailer tailer = new EncryptedTailer(journal, TailerOptions.defaults(), keys)) {
            assertEquals(1_000, journal.info().dataFrames());
            tailer.seek(indexes.get(3));
            tailer.read();
            assertEquals(indexes.get(3), tailer.index());
            assertEquals("secret 3".length(), tailer.length());
            KeyMissingException e = assertThrows(KeyMissingException.class, tailer::segment);
            assertTrue(e.getMessage().contains("subject=ann"), e.getMessage());
        }
        assertEquals("[]", JournalVerifier.verify(dir).findings().toString());
    }

    @Test
    void afterARotationOldAndNewAreRead() {
        write(10);
        keys.rotate("ann");
        try (Journal journal = Journal.open(dir, OPTIONS);
                EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys)) {
            append(appender, "ann", "secret 10");
        }
        assertEquals(Messages.numbered("secret ", 11), readAll(TailerOptions.defaults()));
    }

    @Test
    void aMessageThatWasChangedOrMovedIsNotAuthentic() {
        List<Long> indexes = write(3);
        try (SegmentFile segment = SegmentFile.open(SegmentName.file(dir, 0), Access.READ_WRITE)) {
            int at = (int) Index.position(indexes.get(1));
            long header = segment.headerAcquire(at);
            long flipped = at + FrameLayout.HEADER_BYTES + EncryptedLayout.HEAD_BYTES + 2L;
            Memory.setByte(segment.memory, flipped, (byte) (Memory.getByte(segment.memory, flipped) ^ 1));
            int low = FrameLayout.low(header);
            int sum = new FrameWalk().expected(segment, at, header); // like a forger that forges checksums too
            Memory.setLongRelease(segment.memory, at, FrameLayout.header(low, sum));
        }
        JournalDamagedException e =
                assertThrows(JournalDamagedException.class, () -> readAll(TailerOptions.defaults()));
        assertTrue(e.getMessage()
                .contains("encrypted message was modified or moved index=" + Index.toText(indexes.get(1))));
    }

    @Test
    void whatIsInTheClearIsReadWithoutAKeyAndIsAuthenticToo() {
        long index;
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender();
                BatchEncryption encryption = new BatchEncryption(journal, appender, keys)) {
            encryption.stageKey(appender.segment(), "ann");
            assertTrue(encryption.subject(appender.segment(), "ann"));
            encryption.clearBytes(4);
            Messages.add(appender.batch(), FrameKind.DATA, "openly secret");
            appender.publish(Appender.ANY_SEGMENT);
            index = appender.lastIndex();
        }
        assertEquals(List.of("openly secret"), readAll(TailerOptions.defaults()));
        try (SegmentFile segment = SegmentFile.open(SegmentName.file(dir, 0), Access.READ_WRITE)) {
            int at = (int) Index.position(index);
            long clear = at + FrameLayout.HEADER_BYTES + (long) EncryptedLayout.HEAD_BYTES;
            byte[] head = segment.memory.asSlice(clear, 4).toArray(ValueLayout.JAVA_BYTE);
            assertEquals("open", new String(head, StandardCharsets.UTF_8));
            Memory.setByte(segment.memory, clear, (byte) 'O');
            long header = segment.headerAcquire(at);
            int sum = new FrameWalk().expected(segment, at, header); // like a forger that forges checksums too
            Memory.setLongRelease(segment.memory, at, FrameLayout.header(FrameLayout.low(header), sum));
        }
        JournalDamagedException e =
                assertThrows(JournalDamagedException.class, () -> readAll(TailerOptions.defaults()));
        assertTrue(e.getMessage().contains("index=" + Index.toText(index)), e.getMessage());
    }

    @Test
    void aMessageMovedToAnotherIndexIsNotAuthentic() {
        List<Long> indexes = write(30);
        int from = (int) Index.position(indexes.get(1)); // bob's, as is the next
        int to = (int) Index.position(indexes.get(2));
        try (SegmentFile segment = SegmentFile.open(SegmentName.file(dir, 0), Access.READ_WRITE)) {
            long header = segment.headerAcquire(from);
            MemorySegment.copy(
                    segment.memory, from, segment.memory, to, FrameLayout.frameBytes(FrameLayout.length(header)));
            int sum = new FrameWalk().expected(segment, to, header);
            Memory.setLongRelease(segment.memory, to, FrameLayout.header(FrameLayout.low(header), sum));
        }
        JournalDamagedException e =
                assertThrows(JournalDamagedException.class, () -> readAll(TailerOptions.defaults()));
        assertTrue(e.getMessage().contains("index=" + Index.toText(indexes.get(2))), e.getMessage());
    }

    @Test
    void noBitOfAFrameCanBeChangedByOneWhoForgesChecksumsToo() {
        long index;
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender();
                BatchEncryption encryption = new BatchEncryption(journal, appender, keys)) {
            encryption.stageKey(appender.segment(), "ann");
            encryption.subject(appender.segment(), "ann");
            encryption.clearBytes(5);
            Messages.add(appender.batch(), FrameKind.DATA, "open and secret, more than a block");
            appender.publish(Appender.ANY_SEGMENT);
            index = appender.lastIndex();
        }
        try (SegmentFile segment = SegmentFile.open(SegmentName.file(dir, 0), Access.READ_WRITE);
                Journal journal = Journal.openReadOnly(dir);
                EncryptedTailer tailer = new EncryptedTailer(journal, TailerOptions.defaults(), keys)) {
            int at = (int) Index.position(index);
            int length = FrameLayout.length(segment.headerAcquire(at));
            for (int bit = 0; bit < length * Byte.SIZE; bit++) {
                flip(segment, at, bit);
                tailer.seek(index);
                assertThrows(JournalException.class, tailer::read, "bit=" + bit);
                flip(segment, at, bit);
            }
            tailer.seek(index);
            assertEquals(Read.MESSAGE, tailer.read());
            assertEquals("open and secret, more than a block", text(tailer));
        }
    }

    private static void flip(SegmentFile segment, int at, int bit) {
        int place = at + FrameLayout.HEADER_BYTES + bit / Byte.SIZE;
        byte changed = (byte) (Memory.getByte(segment.memory, place) ^ (1 << (bit % Byte.SIZE)));
        Memory.setByte(segment.memory, place, changed);
        long header = segment.headerAcquire(at);
        int sum = new FrameWalk().expected(segment, at, header);
        Memory.setLongRelease(segment.memory, at, FrameLayout.header(FrameLayout.low(header), sum));
    }

    @Test
    void aMessageOfAnotherJournalIsNotAuthenticUnderTheSameDataKey() throws GeneralSecurityException {
        byte[] dataKey = new byte[EncryptedLayout.DATA_KEY_BYTES];
        MemorySegment text = Messages.bytes("secret");
        int length = (int) text.byteSize();
        MemorySegment sealed = MemorySegment.ofArray(new byte[length + EncryptedLayout.TAG_BYTES]);
        FrameCipher cipher = new FrameCipher();
        cipher.setNonce(5, 6, 7);
        cipher.encrypt(new DataCipher(dataKey, new JournalId(1, 2)), text, 0, 0, length, sealed);
        cipher.readClear(sealed, 0, 0, length);
        DataCipher other = new DataCipher(dataKey, new JournalId(1, 3));
        assertThrows(AEADBadTagException.class, () -> cipher.decrypt(other, sealed, 0, 0, length));
        DataCipher same = new DataCipher(dataKey, new JournalId(1, 2));
        cipher.decrypt(same, sealed, 0, 0, length);
        assertEquals(-1, cipher.plain().asSlice(0, length).mismatch(text));
    }

    @Test
    void aFrameThatIsNotEncryptedIsRefused() {
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            Messages.append(appender, "plain text that is longer than the overhead");
        }
        JournalException e = assertThrows(JournalException.class, () -> readAll(TailerOptions.defaults()));
        assertTrue(e.getMessage().contains("not encrypted"), e.getMessage());
    }

    @Test
    void aRepairedCopyIsReadWithTheSameKeys() throws IOException {
        List<Long> indexes = write(100);
        Bytes.flipBit(SegmentName.file(dir, 0), Index.position(indexes.get(50)) + 30, 1);
        JournalRepair.repair(dir, scratch.resolve("copy"));
        dir = scratch.resolve("copy");
        List<String> expected = new ArrayList<>(Messages.numbered("secret ", 100));
        expected.remove(50);
        assertEquals(expected, readAll(TailerOptions.defaults()));
    }

    @Test
    void lengthsAndSubjectsAreChecked() {
        try (Journal journal = Journal.open(dir, OPTIONS);
                EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys)) {
            append(appender, "ann", "x".repeat(appender.maxLength()));
            append(appender, "ann", "");
            assertThrows(JournalException.class, () -> append(appender, "ann", "x".repeat(appender.maxLength() + 1)));
            assertThrows(JournalException.class, () -> append(appender, "", "secret"));
        }
        assertEquals(2, readAll(TailerOptions.defaults()).size());
    }

    @Test
    void keyFilesArePrivate() throws IOException {
        write(1);
        try (var files = Files.list(scratch.resolve("keys"))) {
            List<Path> all = files.toList();
            assertEquals(1, all.size());
            assertEquals(
                    "[OWNER_READ, OWNER_WRITE]",
                    Files.getPosixFilePermissions(all.getFirst()).stream()
                            .sorted()
                            .toList()
                            .toString());
        }
    }
}
