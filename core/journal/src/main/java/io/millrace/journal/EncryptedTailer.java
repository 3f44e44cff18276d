package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.concurrent.ThreadOwner;
import java.lang.foreign.MemorySegment;

/**
 * Reads the messages of an {@link EncryptedAppender}. One thread at a time may use it, as a {@link Tailer}. A message
 * whose key was deleted still exists, with its index; {@link #isForgotten()} returns true, and only its content is
 * unreadable. Tailers that have a key keep it after its deletion, until they are closed.
 */
public final class EncryptedTailer implements AutoCloseable {

    private final ThreadOwner owner;
    private final Tailer tailer;
    private final MessageDecryption decryption;

    /**
     * Creates a tailer of an encrypted journal.
     *
     * @param options how to read; metadata frames are never returned
     */
    public EncryptedTailer(Journal journal, TailerOptions options, KeyProvider provider) {
        this.owner = new ThreadOwner("EncryptedTailer", journal.directory(), options.ownerCheck(), this::release);
        this.tailer = journal.tailer(options.withMetadata(MetadataFrames.SKIP).withOwnerCheck(OwnerCheck.OFF));
        this.decryption = new MessageDecryption(journal, provider);
    }

    /**
     * Reads the next message, if there is one, and decrypts it if its key exists.
     *
     * @throws JournalDamagedException if the frame is damaged, or was modified or moved
     * @throws JournalException if the frame is not encrypted, or the provider fails
     * @throws WrongThreadException if another thread is the owner
     */
    public Read read() {
        owner.check();
        Read read = tailer.read();
        if (read == Read.MESSAGE) {
            decryption.decrypt(tailer);
        }
        return read;
    }

    /** Returns whether the key of the current message was deleted, so that the message is unreadable. */
    public boolean isForgotten() {
        current();
        return decryption.isForgotten();
    }

    /** Returns the subject of the current message. */
    public String subject() {
        current();
        return decryption.subject();
    }

    /**
     * Returns the memory that starts with the current message, until the next read.
     *
     * @throws KeyMissingException if the key was deleted
     */
    public MemorySegment segment() {
        if (isForgotten()) {
            throw new KeyMissingException(
                    "key of message was deleted index=" + Index.toText(tailer.index()) + " subject=" + subject());
        }
        return decryption.segment();
    }

    /** Returns the length of the current message in bytes, also where its key was deleted. */
    public int length() {
        current();
        return decryption.length();
    }

    /** Returns the index of the current message. */
    public long index() {
        return tailer.index();
    }

    private void current() {
        tailer.index(); // throws where there is none
    }

    /** Moves to a message, as {@link Tailer#seek} does. */
    public SeekResult seek(long index) {
        owner.check();
        return tailer.seek(index);
    }

    /** Moves before the first message that is kept. */
    public void toStart() {
        owner.check();
        tailer.toStart();
    }

    /** Moves after the last message. */
    public void toEnd() {
        owner.check();
        tailer.toEnd();
    }

    /**
     * Leaves this tailer without an owner; the next thread that uses it becomes the owner.
     *
     * @throws WrongThreadException if another thread is the owner
     */
    public void handOver() {
        owner.handOver();
    }

    /** Forgets the keys and closes. Any thread may close, as {@link Tailer#close()} says. */
    @Override
    public void close() {
        owner.close();
    }

    private void release() {
        decryption.close();
        tailer.close();
    }
}
