package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that are no longer used are overwritten, and nothing is ever encrypted with an overwritten key. */
class KeyMaterialTest {

    private static final JournalId ID = new JournalId(1, 2);

    @TempDir
    Path scratch;

    @Test
    void aClosedKeyOfOcbIsZeroInEveryPart() throws Exception {
        OcbKey key = new OcbKey(new AesKey(Bytes.random(1, 32)));
        key.nonce(64);
        byte[] block = new byte[OcbKey.BLOCK_BYTES];
        byte[] made = new byte[OcbKey.BLOCK_BYTES];
        key.decrypt(block, 0, block.length, made);
        key.close();
        assertTrue(Arrays.stream(key.steps()).allMatch(step -> step == 0));
        assertEquals(0, key.runLow(1) | key.runHigh(1));
        assertEquals(0, key.restLow | key.restHigh | key.tagLow | key.tagHigh | key.startLow(64) | key.startHigh(64));
        key.encrypt(block, 0, block.length, made);
        assertArrayEquals( // of zeros under a key of zeros: so the block cipher has forgotten its own
                HexFormat.of().parseHex("dc95c078a2408989ad48a21492842087"), made);
    }

    @Test
    void aClosedKeyEncryptsNothing() throws Exception {
        DataCipher cipher = new DataCipher(Bytes.random(2, 32), ID);
        OcbKey ocb = cipher.ocb();
        assertFalse(Arrays.stream(ocb.steps()).allMatch(step -> step == 0));
        cipher.close();
        assertTrue(Arrays.stream(ocb.steps()).allMatch(step -> step == 0));
        assertThrows(JournalException.class, cipher::ocb);
    }

    @Test
    void aBatchThatIsPublishedAfterItsKeysWereLeftIsRefused() {
        FileKeyProvider keys = FileKeyProvider.open(scratch.resolve("keys"));
        for (Ownership ownership : Ownership.values()) {
            JournalOptions options = JournalOptions.defaults().withOwnership(ownership);
            try (Journal journal = Journal.open(scratch.resolve("journal-" + ownership), options);
                    Appender appender = journal.appender();
                    BatchEncryption encryption = new BatchEncryption(journal, appender, keys)) {
                long segment = appender.segment();
                encryption.stageKey(segment, "ann");
                encryption.subject(segment, "ann");
                Messages.add(appender.batch(), FrameKind.DATA, "secret");
                assertFalse(encryption.hasKey(segment + 1, "ann"));
                JournalException e = assertThrows(JournalException.class, () -> appender.publish(Appender.ANY_SEGMENT));
                assertTrue(e.getMessage().contains("overwritten"), e.getMessage());
                assertEquals(Index.NONE, journal.lastIndex());
            }
        }
    }

    @Test
    void whatAProviderGivesAwayIsOverwritten() {
        Remembering keys = new Remembering(FileKeyProvider.open(scratch.resolve("keys")));
        Path dir = scratch.resolve("journal");
        try (Journal journal = Journal.open(dir, JournalOptions.defaults())) {
            try (EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys)) {
                appender.append("ann", Messages.bytes("secret"), 0, 6);
            }
            try (EncryptedTailer tailer = new EncryptedTailer(journal, TailerOptions.defaults(), keys)) {
                assertEquals(Read.MESSAGE, tailer.read());
            }
        }
        assertArrayEquals(new byte[32], keys.wrapped);
        assertArrayEquals(new byte[32], keys.unwrapped);
    }

    /** A pending interrupt neither prevents a key from being created and read nor gets lost. */
    @Test
    void anInterruptedThreadEncryptsVerifiesAndRepairs() {
        FileKeyProvider keys = FileKeyProvider.open(scratch.resolve("keys"));
        Path dir = scratch.resolve("journal");
        try (Journal journal = Journal.open(dir, JournalOptions.defaults())) {
            try (EncryptedAppender appender = new EncryptedAppender(journal, journal.appender(), keys)) {
                Thread.currentThread().interrupt();
                appender.append("ann", Messages.bytes("secret"), 0, 6);
                keys.rotate("ann");
            }
            try (EncryptedTailer tailer = new EncryptedTailer(journal, TailerOptions.defaults(), keys)) {
                assertEquals(Read.MESSAGE, tailer.read());
            }
        }
        assertTrue(JournalVerifier.verify(dir).isSound());
        assertEquals(1, JournalRepair.repair(dir, scratch.resolve("copy")).dataFrames());
        assertEquals(2, keys.forget("ann"));
        assertTrue(Thread.interrupted(), "the interrupt stays");
    }

    /** Keeps the arrays that contained keys. */
    private static final class Remembering implements KeyProvider {
        private final KeyProvider real;
        private byte[] wrapped;
        private byte[] unwrapped;

        Remembering(KeyProvider real) {
            this.real = real;
        }

        @Override
        public byte[] wrap(String subject, byte[] dataKey) {
            wrapped = dataKey;
            return real.wrap(subject, dataKey);
        }

        @Override
        public byte[] unwrap(String subject, byte[] of) {
            unwrapped = real.unwrap(subject, of);
            return unwrapped;
        }
    }
}
