package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Encrypts the data frames of an appender's {@link FrameBatch}, so that only readers that have the key of a frame's
 * subject can read it. Payloads are encoded into the batch as usual; after the index is known and before the frames are
 * copied to the segment, each frame is encrypted into separate memory. The payload in the batch stays unchanged, and if
 * the claimed space is lost to a fence, the payload is encrypted again, under another nonce.
 *
 * <p>Each segment, opening and subject has a data key of its own: 32 random bytes, wrapped by the {@link KeyProvider}
 * and published once, as a metadata frame in the segment, no later than with the first message under it. The caller
 * that encodes frames is responsible for that: {@link #hasKey} returns whether a key is present, {@link #stageKey} adds
 * one to the batch. A frame whose key is missing makes {@link Appender#publish} fail; it is never published
 * unencrypted. See {@link EncryptedLayout} for the bytes.
 *
 * <p>Belongs to the appender and its thread. {@link Appender#append} does not use the batch and is not encrypted; it
 * must not be used beside this.
 */
public final class BatchEncryption implements AutoCloseable {

    /** Bytes that a message takes in its frame besides its own bytes. */
    public static final int OVERHEAD_BYTES = EncryptedLayout.OVERHEAD_BYTES;

    private static final long NO_SEGMENT = -1;
    private static final int FIRST_BYTES = 1 << 12;
    private static final int FIRST_FRAMES = 16;

    private final JournalId journal;
    private final KeyProvider provider;
    private final FrameBatch batch;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, DataKey> keys = new HashMap<>();
    private final FrameCipher cipher;

    private long keysSegment = NO_SEGMENT;
    private int staged;
    private String subject;
    private DataKey key;
    private int clearBytes;
    private DataKey[] frameKeys = new DataKey[FIRST_FRAMES];
    private int[] frameClearBytes = new int[FIRST_FRAMES];
    private MemorySegment sealed = allocate(FIRST_BYTES);

    /** The key of one subject in one segment. */
    private static final class DataKey {
        final DataCipher cipher;

        /** The frame of the batch that holds the key, until that frame is published. */
        final int frame;

        long counter;

        /** Position of the frame that holds the key, after that frame is published. */
        long position;

        boolean isPublished;

        DataKey(DataCipher cipher, int frame) {
            this.cipher = cipher;
            this.frame = frame;
        }
    }

    /**
     * Encrypts the data frames that an appender publishes from now on.
     *
     * @param journal the journal of the appender
     * @param appender the appender whose batch is encrypted, and cleared first
     * @param provider wraps the keys
     * @throws JournalException if the last message of the journal is encrypted with other keys
     */
    public BatchEncryption(Journal journal, Appender appender, KeyProvider provider) {
        KeyCheck.check(journal, provider);
        this.journal = journal.id();
        this.provider = provider;
        this.cipher = new FrameCipher();
        this.batch = appender.batch();
        batch.encryptBy(this);
    }

    private static MemorySegment allocate(long bytes) {
        return Arena.ofAuto().allocate(bytes, FrameLayout.ALIGNMENT);
    }

    /**
     * Returns whether a segment or the batch has a key of this opening for a subject.
     *
     * @param segment the segment that the batch is for, from {@link Appender#segment()}; keys of other segments are
     *     forgotten
     */
    public boolean hasKey(long segment, String of) {
        enter(segment);
        return keys.containsKey(of);
    }

    private void enter(long segment) {
        if (segment != keysSegment) {
            keys.values().forEach(each -> each.cipher.close());
            keys.clear();
            staged = 0;
            keysSegment = segment;
            key = null;
            subject = null;
        }
    }

    /**
     * Adds the frame of a new key to the batch.
     *
     * @param segment the segment that the batch is for
     * @param of the subject of the key, 1 to 1024 bytes of UTF-8
     * @throws JournalException if the subject is too long, or the provider has no key
     */
    public void stageKey(long segment, String of) {
        enter(segment);
        byte[] name = of.getBytes(StandardCharsets.UTF_8);
        if (name.length == 0 || name.length > EncryptedLayout.MAX_SUBJECT_BYTES) {
            throw new JournalException(
                    "subject must have 1 to " + EncryptedLayout.MAX_SUBJECT_BYTES + " bytes bytes=" + name.length);
        }
        byte[] bytes = new byte[EncryptedLayout.DATA_KEY_BYTES];
        random.nextBytes(bytes);
        byte[] wrapped = provider.wrap(of, bytes);
        if (wrapped.length > KeyProvider.MAX_WRAPPED_BYTES) {
            throw new JournalException("wrapped key is too long bytes=" + wrapped.length + " limit="
                    + KeyProvider.MAX_WRAPPED_BYTES + " subject=" + of);
        }
        int length = EncryptedLayout.keyFrameBytes(name, wrapped);
        long at = batch.begin(FrameKind.METADATA, length);
        EncryptedLayout.writeKeyFrame(batch.memory(), at, name, wrapped);
        batch.end(length);
        keys.put(of, new DataKey(new DataCipher(bytes, journal), batch.frames() - 1));
        staged++;
        Arrays.fill(bytes, (byte) 0);
        subject = null;
        key = null;
    }

    /**
     * Sets the subject of the data frames that end from now on.
     *
     * @param segment the segment that the batch is for
     * @return whether the subject has a key; without one the batch cannot be published
     */
    public boolean subject(long segment, String of) {
        enter(segment);
        if (!of.equals(subject)) {
            key = keys.get(of);
            subject = of;
        }
        return key != null;
    }

    /**
     * Sets how many bytes at the beginning of the data frames that end from now on stay readable without a key. They
     * are authenticated with the rest.
     *
     * @param bytes 0, the initial value, to {@value EncryptedLayout#MAX_CLEAR_BYTES}, at most the length of the frame
     */
    public void clearBytes(int bytes) {
        if (bytes < 0 || bytes > EncryptedLayout.MAX_CLEAR_BYTES) {
            throw new JournalException("too many unencrypted bytes in message bytes=" + bytes + " limit="
                    + EncryptedLayout.MAX_CLEAR_BYTES);
        }
        clearBytes = bytes;
    }

    void ended(int frame, FrameKind kind) {
        if (frame >= frameKeys.length) {
            frameKeys = Arrays.copyOf(frameKeys, 2 * frame);
            frameClearBytes = Arrays.copyOf(frameClearBytes, 2 * frame);
        }
        frameKeys[frame] = kind == FrameKind.DATA ? key : null;
        frameClearBytes[frame] = clearBytes;
    }

    /** Forgets keys of the batch that were not published. */
    void cleared() {
        if (staged > 0) {
            staged = 0;
            keys.values().removeIf(each -> {
                if (!each.isPublished) {
                    each.cipher.close();
                }
                return !each.isPublished;
            });
            key = null;
            subject = null;
        }
    }

    void published(long index) {
        if (staged > 0) {
            staged = 0;
            for (DataKey each : keys.values()) {
                each.position = position(each, index);
                each.isPublished = true;
            }
        }
    }

    private long position(DataKey of, long index) {
        return of.isPublished ? of.position : Index.position(index) + batch.start(of.frame);
    }

    MemorySegment sealed() {
        return sealed;
    }

    /** Creates the memory that is published at {@code index}. */
    void seal(long index) {
        MemorySegment memory = batch.memory();
        int bytes = batch.sizeBytes();
        if (sealed.byteSize() < bytes) {
            sealed = allocate(memory.byteSize());
        }
        for (int frame = 0; frame < batch.frames(); frame++) {
            int start = batch.start(frame);
            long header = Memory.getLongPlain(memory, start);
            int length = FrameLayout.length(header);
            Memory.setLongPlain(sealed, start, header);
            if (batch.kind(frame) == FrameKind.DATA) {
                seal(index + (start >>> 3), frame, memory, FrameLayout.HEADER_BYTES + (long) start, header);
            } else {
                long at = FrameLayout.HEADER_BYTES + (long) start;
                MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at, sealed, ValueLayout.JAVA_BYTE, at, length);
            }
        }
    }

    private void seal(long index, int frame, MemorySegment memory, long at, long header) {
        DataKey used = frameKeys[frame];
        if (used == null) {
            throw new JournalException("no key in the segment of the message to encrypt frame=" + frame + " segment="
                    + Index.segment(index) + " subject=" + subject);
        }
        int low = FrameLayout.low(header);
        int length = (low & FrameLayout.LENGTH_MASK) - EncryptedLayout.OVERHEAD_BYTES;
        int clear = Math.min(frameClearBytes[frame], length);
        long counter = EncryptedLayout.counter(++used.counter, clear);
        long position = position(used, index - (batch.start(frame) >>> 3));
        Memory.setIntPlain(sealed, at + EncryptedLayout.KEY_OFFSET, (int) (position >>> 3));
        Memory.setIntPlain(sealed, at + EncryptedLayout.MARK_OFFSET, EncryptedLayout.OCB);
        Memory.setLongPlain(sealed, at + EncryptedLayout.COUNTER_OFFSET, counter);
        long text = at + EncryptedLayout.HEAD_BYTES;
        cipher.setNonce(index, low, counter);
        try {
            cipher.encrypt(used.cipher, memory, text, clear, length, sealed);
        } catch (GeneralSecurityException e) {
            throw new JournalException("cannot encrypt message index=" + Index.toText(index), e);
        }
    }

    /** Overwrites the keys; the batch can no longer be published. */
    @Override
    public void close() {
        keys.values().forEach(each -> each.cipher.close());
        keys.clear();
        Arrays.fill(frameKeys, null);
        key = null;
        subject = null;
        cipher.clear();
    }
}
