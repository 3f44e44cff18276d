package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Appends messages that only those can read who have the key of their subject. One thread at a time may use it, as the
 * appender below, which must not be used beside it.
 *
 * <p>Each segment, opening and subject has a data key of its own: 32 random bytes, wrapped by the {@link KeyProvider}
 * and published once, as a metadata frame, together with the first message under it. So keys change with every roll. A
 * message is encrypted in private memory after its place is known, with a counter as nonce that goes up with every
 * attempt, and with journal, place, state and length as associated data; see {@link EncryptedLayout}. Sizes, times and
 * subjects stay readable: verify, repair, counting and seeking need no key.
 */
public final class EncryptedAppender implements AutoCloseable {

    private static final int NO_SEGMENT = -1;
    private static final int FIRST_BYTES = 1024;

    private final Appender appender;
    private final KeyProvider provider;
    private final JournalId id;
    private final FrameBatch batch;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, DataKey> keys = new HashMap<>();
    private final byte[] associated = EncryptedLayout.associated();

    private long keysSegment = NO_SEGMENT;
    private byte[] plain = new byte[FIRST_BYTES];
    private byte[] encrypted = new byte[FIRST_BYTES];
    private int plainLength;
    private DataKey key;

    /** The key of one subject in one segment. */
    private static final class DataKey {
        final SecretKey secret;
        final Cipher cipher = EncryptedLayout.cipher();
        long counter;

        /** Position of the frame that holds it, or negative while that is in the batch before its first message. */
        long position = -1;

        DataKey(byte[] bytes) {
            this.secret = new SecretKeySpec(bytes, "AES");
        }
    }

    /**
     * Appends by an appender, which {@link #close} closes too.
     *
     * @param journal the journal of the appender
     */
    public EncryptedAppender(Journal journal, Appender appender, KeyProvider provider) {
        this.appender = appender;
        this.provider = provider;
        this.id = journal.id();
        this.batch = appender.batch();
        batch.sealBy(this::encrypt);
    }

    /** Returns the highest length that a message can have. */
    public int maxLength() {
        return appender.maxFrameLength() - EncryptedLayout.OVERHEAD_BYTES;
    }

    /**
     * Encrypts and publishes one message.
     *
     * @param subject whose message it is, 1 to 1024 bytes of UTF-8; without its key it cannot be read any more
     * @param source where the message is
     * @param offset where in {@code source} it starts
     * @param length its length in bytes, 0 to {@link #maxLength()}
     * @return the index of its frame
     * @throws JournalFullException if a new segment is due and the disk is full
     * @throws JournalException if the length or the subject is out of range, or the provider has no key
     */
    public long append(String subject, MemorySegment source, long offset, int length) {
        if (length < 0 || length > maxLength()) {
            throw new JournalException(
                    "An encrypted message cannot have this length: length=" + length + " limit=" + maxLength());
        }
        if (length > plain.length) {
            plain = new byte[Math.min(maxLength(), 2 * length)];
        }
        if (length + EncryptedLayout.TAG_BYTES > encrypted.length) {
            encrypted = new byte[plain.length + EncryptedLayout.TAG_BYTES];
        }
        MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, plain, 0, length);
        plainLength = length;
        while (true) {
            long segment = appender.segment();
            if (segment != keysSegment) {
                keys.clear();
                keysSegment = segment;
            }
            batch.clear();
            key = keys.get(subject);
            boolean fresh = key == null;
            if (fresh) {
                key = makeKey(subject);
            }
            batch.begin(FrameKind.DATA, length + EncryptedLayout.OVERHEAD_BYTES);
            batch.end(length + EncryptedLayout.OVERHEAD_BYTES);
            if (appender.publish(segment) != Appender.ROLLED) {
                if (fresh) {
                    key.position = Index.position(batch.index(0));
                    keys.put(subject, key);
                }
                return appender.lastIndex();
            }
        }
    }

    /** Puts a frame with a new key into the batch. */
    private DataKey makeKey(String subject) {
        byte[] name = subject.getBytes(StandardCharsets.UTF_8);
        if (name.length == 0 || name.length > EncryptedLayout.MAX_SUBJECT_BYTES) {
            throw new JournalException(
                    "A subject has 1 to " + EncryptedLayout.MAX_SUBJECT_BYTES + " bytes: bytes=" + name.length);
        }
        byte[] bytes = new byte[EncryptedLayout.DATA_KEY_BYTES];
        random.nextBytes(bytes);
        byte[] wrapped = provider.wrap(subject, bytes);
        if (wrapped.length > KeyProvider.MAX_WRAPPED_BYTES) {
            throw new JournalException("A wrapped key is too long: bytes=" + wrapped.length + " limit="
                    + KeyProvider.MAX_WRAPPED_BYTES + " subject=" + subject);
        }
        int length = EncryptedLayout.keyFrameBytes(name, wrapped);
        long at = batch.begin(FrameKind.METADATA, length);
        EncryptedLayout.writeKeyFrame(batch.memory(), at, name, wrapped);
        batch.end(length);
        DataKey made = new DataKey(bytes);
        Arrays.fill(bytes, (byte) 0);
        return made;
    }

    /** Called by the batch when its place is known, perhaps several times: each time under another nonce. */
    private void encrypt(long index) {
        int frame = batch.frames() - 1;
        long position = key.position < 0 ? Index.position(index) : key.position;
        long at = batch.payloadOffset(frame);
        key.counter++;
        EncryptedLayout.associate(
                associated, id, index + (batch.start(frame) >>> 3), FrameLayout.low(batch.header(frame)));
        MemorySegment memory = batch.memory();
        Memory.setIntPlain(memory, at + EncryptedLayout.KEY_OFFSET, (int) (position >>> 3));
        Memory.setIntPlain(memory, at + EncryptedLayout.MARK_OFFSET, EncryptedLayout.MARK);
        Memory.setLongPlain(memory, at + EncryptedLayout.COUNTER_OFFSET, key.counter);
        try {
            EncryptedLayout.begin(key.cipher, Cipher.ENCRYPT_MODE, key.secret, key.counter, associated);
            int bytes = key.cipher.doFinal(plain, 0, plainLength, encrypted, 0);
            MemorySegment.copy(encrypted, 0, memory, ValueLayout.JAVA_BYTE, at + EncryptedLayout.HEAD_BYTES, bytes);
        } catch (GeneralSecurityException e) {
            throw new JournalException("A message cannot be encrypted: index=" + Index.toText(index), e);
        }
    }

    /** Returns the index of the last message, or {@link Index#NONE}. */
    public long lastIndex() {
        return appender.lastIndex();
    }

    /** Waits as {@link Appender#awaitSynced}. */
    public void awaitSynced(long index) {
        appender.awaitSynced(index);
    }

    /** Forgets the keys and closes the appender. */
    @Override
    public void close() {
        keys.clear();
        key = null;
        Arrays.fill(plain, (byte) 0);
        appender.close();
    }
}
