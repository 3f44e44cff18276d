package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Reads what {@link EncryptedAppender} wrote. One thread at a time may use it. A message whose key is gone is still
 * there, with its index; {@link #isForgotten()} tells so, and only its content cannot be had. A key that was deleted
 * stays with the tailers that have it, until they are closed.
 */
public final class EncryptedTailer implements AutoCloseable {

    private static final int MAX_KEYS = 1 << 16;
    private static final int FIRST_BYTES = 1024;

    private final Tailer tailer;
    private final Tailer keyTailer;
    private final KeyProvider provider;
    private final JournalId id;
    private final Cipher cipher = EncryptedLayout.cipher();
    private final Map<Long, ReadKey> keys = new HashMap<>();
    private final byte[] associated = EncryptedLayout.associated();

    private long keyIndex = Index.NONE;
    private ReadKey key;
    private byte[] encrypted = new byte[FIRST_BYTES];
    private byte[] plain = new byte[FIRST_BYTES];
    private MemorySegment plainSegment = MemorySegment.ofArray(plain);
    private int length;

    /** The key of one subject in one segment; the secret is null where it is forgotten. */
    private record ReadKey(String subject, SecretKey secret) {}

    /**
     * Reads a journal.
     *
     * @param options how; metadata frames are never handed out
     */
    public EncryptedTailer(Journal journal, TailerOptions options, KeyProvider provider) {
        this.provider = provider;
        this.id = journal.id();
        this.tailer = journal.tailer(options.withMetadata(MetadataFrames.SKIP));
        this.keyTailer = journal.tailer(TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE));
    }

    /**
     * Moves over one message, if there is one, and decrypts it if its key is there.
     *
     * @throws JournalDamagedException if the frame is damaged, or is not what was written at this place
     * @throws JournalException if the frame is not encrypted, or the provider fails
     */
    public Read read() {
        Read read = tailer.read();
        if (read == Read.MESSAGE) {
            decrypt();
        }
        return read;
    }

    private void decrypt() {
        MemorySegment memory = tailer.segment();
        long at = tailer.offset();
        int bytes = tailer.length();
        if (bytes < EncryptedLayout.OVERHEAD_BYTES
                || Memory.getIntPlain(memory, at + EncryptedLayout.MARK_OFFSET) != EncryptedLayout.MARK) {
            throw new JournalException(
                    "The frame is not encrypted: index=" + Index.toText(tailer.index()) + " length=" + bytes);
        }
        long index = tailer.index();
        long keyPosition = (Memory.getIntPlain(memory, at + EncryptedLayout.KEY_OFFSET) & FrameLayout.LOW_MASK) << 3;
        choose(Index.of(Index.segment(index), keyPosition), index);
        length = bytes - EncryptedLayout.OVERHEAD_BYTES;
        if (key.secret() == null) {
            return;
        }
        int ciphered = bytes - EncryptedLayout.HEAD_BYTES;
        grow(ciphered);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + EncryptedLayout.HEAD_BYTES, encrypted, 0, ciphered);
        EncryptedLayout.associate(associated, id, index, FrameLayout.low(FrameLayout.DATA, bytes));
        long counter = Memory.getLongPlain(memory, at + EncryptedLayout.COUNTER_OFFSET);
        try {
            EncryptedLayout.begin(cipher, Cipher.DECRYPT_MODE, key.secret(), counter, associated);
            cipher.doFinal(encrypted, 0, ciphered, plain, 0);
        } catch (AEADBadTagException e) {
            throw new JournalDamagedException(
                    "An encrypted message is not what was written here: index=" + Index.toText(index) + " subject="
                            + key.subject(),
                    e);
        } catch (GeneralSecurityException e) {
            throw new JournalException("A message cannot be decrypted: index=" + Index.toText(index), e);
        }
    }

    private void choose(long wanted, long message) {
        if (wanted == keyIndex) {
            return;
        }
        ReadKey found = keys.get(wanted);
        if (found == null) {
            found = load(wanted, message);
            if (keys.size() == MAX_KEYS) {
                keys.clear();
            }
            keys.put(wanted, found);
        }
        key = found;
        keyIndex = wanted;
    }

    private ReadKey load(long wanted, long message) {
        boolean there = keyTailer.seek(wanted) == SeekResult.FOUND
                && keyTailer.read() == Read.MESSAGE
                && EncryptedLayout.isKeyFrame(keyTailer.segment(), keyTailer.offset(), keyTailer.length());
        if (!there) {
            throw new JournalDamagedException("The key of a message is not where it says: index="
                    + Index.toText(message) + " expected=" + Index.toText(wanted) + " actual=no key frame");
        }
        EncryptedLayout.KeyFrame frame =
                EncryptedLayout.readKeyFrame(keyTailer.segment(), keyTailer.offset(), keyTailer.length(), wanted);
        try {
            byte[] bytes = provider.unwrap(frame.subject, frame.wrapped);
            ReadKey unwrapped = new ReadKey(frame.subject, new SecretKeySpec(bytes, "AES"));
            Arrays.fill(bytes, (byte) 0);
            return unwrapped;
        } catch (KeyMissingException e) {
            return new ReadKey(frame.subject, null);
        }
    }

    private void grow(int needed) {
        if (needed > encrypted.length) {
            encrypted = new byte[2 * needed];
            plain = new byte[2 * needed];
            plainSegment = MemorySegment.ofArray(plain);
        }
    }

    /** Returns whether the key of the current message is gone, so that it cannot be read any more. */
    public boolean isForgotten() {
        current();
        return key.secret() == null;
    }

    /** Returns the subject of the current message. */
    public String subject() {
        current();
        return key.subject();
    }

    /**
     * Returns the memory that starts with the current message, until the next read.
     *
     * @throws KeyMissingException if the key is gone
     */
    public MemorySegment segment() {
        if (isForgotten()) {
            throw new KeyMissingException("The key of the message is gone: index=" + Index.toText(tailer.index())
                    + " subject=" + key.subject());
        }
        return plainSegment;
    }

    /** Returns the length of the current message in bytes, also where it is forgotten. */
    public int length() {
        current();
        return length;
    }

    /** Returns the index of the current message. */
    public long index() {
        return tailer.index();
    }

    private void current() {
        tailer.index(); // throws where there is none
    }

    /** Moves as {@link Tailer#seek}. */
    public SeekResult seek(long index) {
        return tailer.seek(index);
    }

    /** Moves before the first message that is still there. */
    public void toStart() {
        tailer.toStart();
    }

    /** Moves behind the last message. */
    public void toEnd() {
        tailer.toEnd();
    }

    /** Forgets the keys and closes. */
    @Override
    public void close() {
        keys.clear();
        keyIndex = Index.NONE;
        Arrays.fill(plain, (byte) 0);
        keyTailer.close();
        tailer.close();
    }
}
