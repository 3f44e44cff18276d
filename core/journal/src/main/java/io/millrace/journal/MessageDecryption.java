package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.AEADBadTagException;

/**
 * Decrypts the frames that a tailer returns. A message whose key was deleted still exists, with its index, its length
 * and its unencrypted bytes; {@link #isForgotten()} returns true, and only the rest is unreadable. Objects that have a
 * key keep it after its deletion, until they are closed. One thread at a time may use it.
 */
public final class MessageDecryption implements AutoCloseable {

    /** Bytes between the header of a frame and its message. */
    public static final int HEAD_BYTES = EncryptedLayout.HEAD_BYTES;

    private static final int MAX_KEYS = 1 << 16;

    private final Tailer keyTailer;
    private final JournalId journal;
    private final KeyProvider provider;
    private final FrameCipher frameCipher;
    private final Map<Long, ReadKey> keys = new HashMap<>();

    private long keyIndex = Index.NONE;
    private ReadKey key;
    private int length;

    /** The key of one subject in one segment; the cipher is null where the key was deleted. */
    private record ReadKey(String subject, DataCipher cipher) {}

    /** Creates a decryption of frames of a journal with the keys of a provider. */
    public MessageDecryption(Journal journal, KeyProvider provider) {
        this.journal = journal.id();
        this.provider = provider;
        this.frameCipher = new FrameCipher();
        this.keyTailer = journal.tailer(TailerOptions.defaults()
                .withMetadata(MetadataFrames.INCLUDE)
                .withMark(MarkPolicy.NEVER)
                .withOwnerCheck(OwnerCheck.OFF));
    }

    /** Returns whether the current data frame of a tailer looks like an encrypted frame. */
    public static boolean isEncrypted(Tailer tailer) {
        return EncryptedLayout.isEncrypted(tailer.segment(), tailer.offset(), tailer.length());
    }

    /** Returns whether the current data frame looks like an encrypted frame. */
    public static boolean isEncrypted(Frames frames) {
        return EncryptedLayout.isEncrypted(frames.segment(), frames.offset(), frames.length());
    }

    /** Returns whether the current metadata frame of a tailer holds a data key. */
    public static boolean isKey(Tailer tailer) {
        return EncryptedLayout.isKeyFrame(tailer.segment(), tailer.offset(), tailer.length());
    }

    /** Returns the subject of the data key that the current metadata frame of a tailer holds. */
    public static String keySubject(Tailer tailer) {
        return EncryptedLayout.readKeyFrame(tailer.segment(), tailer.offset(), tailer.length(), tailer.index()).subject;
    }

    /**
     * Decrypts the current data frame of a tailer, if its key exists.
     *
     * @return whether the key exists; see {@link #isForgotten}
     * @throws JournalDamagedException if the frame was modified or moved
     * @throws JournalException if the frame is not encrypted, or the provider fails
     */
    public boolean decrypt(Tailer tailer) {
        return decrypt(tailer.segment(), tailer.offset(), tailer.length(), tailer.index());
    }

    /** Decrypts the current data frame, if its key exists, as {@link #decrypt(Tailer)} does. */
    public boolean decrypt(Frames frames) {
        return decrypt(frames.segment(), frames.offset(), frames.length(), frames.index());
    }

    private boolean decrypt(MemorySegment memory, long at, int bytes, long index) {
        chooseKey(memory, at, bytes, index);
        length = bytes - EncryptedLayout.OVERHEAD_BYTES;
        long counter = Memory.getLongPlain(memory, at + EncryptedLayout.COUNTER_OFFSET);
        int clear = EncryptedLayout.clearBytes(counter);
        if (clear > length) {
            throw new JournalDamagedException("unencrypted part is longer than the encrypted message index="
                    + Index.toText(index) + " clearBytes=" + clear + " length=" + length);
        }
        long text = at + EncryptedLayout.HEAD_BYTES;
        frameCipher.readClear(memory, text, clear, length);
        if (key.cipher() == null) {
            return false;
        }
        frameCipher.setNonce(index, FrameLayout.low(FrameLayout.DATA, bytes), counter);
        try {
            frameCipher.decrypt(key.cipher(), memory, text, clear, length);
            return true;
        } catch (AEADBadTagException e) {
            throw new JournalDamagedException(
                    "encrypted message was modified or moved index=" + Index.toText(index) + " subject="
                            + key.subject(),
                    e);
        } catch (GeneralSecurityException e) {
            throw new JournalException("cannot decrypt message index=" + Index.toText(index), e);
        }
    }

    /**
     * Selects the key of the current data frame of a tailer; see {@link #isForgotten}.
     *
     * @throws JournalException if the frame is not encrypted, or the provider has other keys
     */
    void chooseKey(Tailer tailer) {
        chooseKey(tailer.segment(), tailer.offset(), tailer.length(), tailer.index());
    }

    private void chooseKey(MemorySegment memory, long at, int bytes, long index) {
        if (!EncryptedLayout.isEncrypted(memory, at, bytes)) {
            throw new JournalException("frame is not encrypted index=" + Index.toText(index) + " length=" + bytes);
        }
        long keyPosition = (Memory.getIntPlain(memory, at + EncryptedLayout.KEY_OFFSET) & FrameLayout.LOW_MASK) << 3;
        if (keyPosition > Index.MAX_POSITION) {
            throw noKeyFrame(index, "position " + keyPosition);
        }
        choose(Index.withPosition(index, keyPosition), index);
    }

    private void choose(long wanted, long message) {
        if (wanted == keyIndex) {
            return;
        }
        ReadKey found = keys.get(wanted);
        if (found == null) {
            found = load(wanted, message);
            if (keys.size() == MAX_KEYS) {
                forgetKeys();
            }
            keys.put(wanted, found);
        }
        key = found;
        keyIndex = wanted;
    }

    private void forgetKeys() {
        for (ReadKey each : keys.values()) {
            if (each.cipher() != null) {
                each.cipher().close();
            }
        }
        keys.clear();
    }

    private static JournalDamagedException noKeyFrame(long message, String wanted) {
        return new JournalDamagedException("message refers to a key frame that does not exist index="
                + Index.toText(message) + " expected=" + wanted + " actual=no key frame");
    }

    private ReadKey load(long wanted, long message) {
        boolean there = keyTailer.seek(wanted) == SeekResult.FOUND
                && keyTailer.read() == Read.MESSAGE
                && keyTailer.kind() == FrameKind.METADATA
                && isKey(keyTailer);
        if (!there) {
            throw noKeyFrame(message, Index.toText(wanted));
        }
        EncryptedLayout.KeyFrame frame =
                EncryptedLayout.readKeyFrame(keyTailer.segment(), keyTailer.offset(), keyTailer.length(), wanted);
        try {
            byte[] bytes = provider.unwrap(frame.subject, frame.wrapped);
            ReadKey unwrapped = new ReadKey(frame.subject, new DataCipher(bytes, journal));
            Arrays.fill(bytes, (byte) 0);
            return unwrapped;
        } catch (KeyMissingException e) {
            return new ReadKey(frame.subject, null);
        } catch (JournalException e) {
            throw new JournalException(
                    "cannot get key of message index=" + Index.toText(message) + " reason=" + e.getMessage(), e);
        }
    }

    /** Returns whether the key of the frame that was decrypted last was deleted, so that the message is unreadable. */
    public boolean isForgotten() {
        return key.cipher() == null;
    }

    /** Returns the subject of the frame that was decrypted last. */
    public String subject() {
        return key.subject();
    }

    /**
     * Returns the memory that starts with the message that was decrypted last, until the next message; only the
     * unencrypted bytes where the key was deleted.
     */
    public MemorySegment segment() {
        return frameCipher.plain();
    }

    /** Returns the length of the message that was decrypted last in bytes, also where its key was deleted. */
    public int length() {
        return length;
    }

    /** Overwrites keys and message. */
    @Override
    public void close() {
        forgetKeys();
        keyIndex = Index.NONE;
        frameCipher.clear();
        keyTailer.close();
    }
}
