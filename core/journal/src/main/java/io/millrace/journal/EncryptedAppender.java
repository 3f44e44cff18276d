package io.millrace.journal;

import java.lang.foreign.MemorySegment;

/**
 * Appends messages that only readers with the key of their subject can read. One thread at a time may use it and its
 * appender, which must not be used beside it; a second thread is refused as {@link Appender} says.
 *
 * <p>Each segment, opening and subject has a data key of its own: 32 random bytes, wrapped by the {@link KeyProvider}
 * and published once, as a metadata frame, together with the first message under it. So keys change with every roll. A
 * message is encrypted in private memory after its index is known, with a counter as nonce that increases with every
 * attempt, and with journal, index, state and length as associated data; see {@link BatchEncryption}. Sizes, times and
 * subjects stay readable: verify, repair, counting and seeking need no key.
 */
public final class EncryptedAppender implements AutoCloseable {

    private final Appender appender;
    private final FrameBatch batch;
    private final BatchEncryption encryption;

    /**
     * Creates an encrypting appender on top of an appender, which {@link #close} closes too.
     *
     * @param journal the journal of the appender
     * @throws JournalException if the last message of the journal is encrypted with other keys; the appender stays open
     */
    public EncryptedAppender(Journal journal, Appender appender, KeyProvider provider) {
        this.appender = appender;
        this.batch = appender.batch();
        this.encryption = new BatchEncryption(journal, appender, provider);
    }

    /** Returns the maximum length of a message in bytes. */
    public int maxLength() {
        return appender.maxFrameLength() - EncryptedLayout.OVERHEAD_BYTES;
    }

    /**
     * Encrypts and publishes one message.
     *
     * @param subject the subject of the message, 1 to 1024 bytes of UTF-8; without the key of the subject the message
     *     is unreadable
     * @param source the memory of the message
     * @param offset where in {@code source} it starts
     * @param length its length in bytes, 0 to {@link #maxLength()}
     * @return the index of its frame
     * @throws JournalFullException if a new segment is due and the disk is full
     * @throws JournalException if the length or the subject is out of range, or the provider has no key
     * @throws WrongThreadException if another thread is the owner
     */
    public long append(String subject, MemorySegment source, long offset, int length) {
        if (length < 0 || length > maxLength()) {
            throw new JournalException(
                    "invalid length of encrypted message length=" + length + " limit=" + maxLength());
        }
        while (true) {
            long segment = appender.segment();
            batch.clear();
            if (!encryption.subject(segment, subject)) {
                encryption.stageKey(segment, subject);
                encryption.subject(segment, subject);
            }
            long at = batch.begin(FrameKind.DATA, length);
            MemorySegment.copy(source, offset, batch.memory(), at, length);
            batch.end(length);
            if (appender.publish(segment) != Appender.ROLLED) {
                return appender.lastIndex();
            }
        }
    }

    /** Returns the index of the last message, or {@link Index#NONE}. */
    public long lastIndex() {
        return appender.lastIndex();
    }

    /** Waits until a message is synced, as {@link Appender#awaitSynced} does. */
    public void awaitSynced(long index) {
        appender.awaitSynced(index);
    }

    /** Leaves this and its appender without an owner, as {@link Appender#handOver()} does. */
    public void handOver() {
        appender.handOver();
    }

    /** Closes the appender, and forgets the keys with it. Any thread may close, as {@link Appender#close()} says. */
    @Override
    public void close() {
        appender.close();
    }
}
