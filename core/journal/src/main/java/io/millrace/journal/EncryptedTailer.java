package io.millrace.journal;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.concurrent.ThreadOwner;
import java.lang.foreign.MemorySegment;

/**
 * Reads what {@link EncryptedAppender} wrote. One thread at a time may use it, as a {@link Tailer}. A message whose key
 * is gone is still there, with its index; {@link #isForgotten()} tells so, and only its content cannot be had. A key
 * that was deleted stays with the tailers that have it, until they are closed.
 */
public final class EncryptedTailer implements AutoCloseable {

    private final ThreadOwner owner;
    private final Tailer tailer;
    private final MessageDecryption decryption;

    /**
     * Reads a journal.
     *
     * @param options how; metadata frames are never handed out
     */
    public EncryptedTailer(Journal journal, TailerOptions options, KeyProvider provider) {
        this.owner = new ThreadOwner("EncryptedTailer", journal.directory(), options.ownerCheck(), this::release);
        this.tailer = journal.tailer(options.withMetadata(MetadataFrames.SKIP).withOwnerCheck(OwnerCheck.OFF));
        this.decryption = new MessageDecryption(journal, provider);
    }

    /**
     * Moves over one message, if there is one, and decrypts it if its key is there.
     *
     * @throws JournalDamagedException if the frame is damaged, or is not what was written at this place
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

    /** Returns whether the key of the current message is gone, so that it cannot be read any more. */
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
     * @throws KeyMissingException if the key is gone
     */
    public MemorySegment segment() {
        if (isForgotten()) {
            throw new KeyMissingException(
                    "key of message was deleted index=" + Index.toText(tailer.index()) + " subject=" + subject());
        }
        return decryption.segment();
    }

    /** Returns the length of the current message in bytes, also where it is forgotten. */
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

    /** Moves as {@link Tailer#seek}. */
    public SeekResult seek(long index) {
        owner.check();
        return tailer.seek(index);
    }

    /** Moves before the first message that is still there. */
    public void toStart() {
        owner.check();
        tailer.toStart();
    }

    /** Moves behind the last message. */
    public void toEnd() {
        owner.check();
        tailer.toEnd();
    }

    /**
     * Leaves this without an owner; the next thread that uses it becomes that.
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
