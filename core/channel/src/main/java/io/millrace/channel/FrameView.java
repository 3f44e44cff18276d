package io.millrace.channel;

import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.KeyProvider;
import io.millrace.journal.MessageDecryption;
import io.millrace.journal.Tailer;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The payload of a tailer's current data frame: in the frame itself, or, if that is encrypted, in memory of its own,
 * with its readable part. For one thread.
 */
final class FrameView implements AutoCloseable {

    private final String channel;
    private final Journal journal;
    private final Tailer tailer;
    private final Optional<KeyProvider> keys;
    private MessageDecryption decryption;
    private boolean decrypted;
    private boolean readable;

    MemorySegment segment;
    long offset;
    int length;

    FrameView(String channel, Journal journal, Tailer tailer, Optional<KeyProvider> keys) {
        this.channel = channel;
        this.journal = journal;
        this.tailer = tailer;
        this.keys = keys;
    }

    /**
     * Loads the tailer's current frame.
     *
     * @throws ChannelException if it is not encrypted although the channel has keys
     */
    void look() {
        if (MessageDecryption.isEncrypted(tailer)) {
            if (decryption == null) {
                decryption = new MessageDecryption(journal, keys.orElse(NoKeys.INSTANCE));
            }
            readable = decryption.decrypt(tailer);
            decrypted = true;
            segment = decryption.segment();
            offset = 0;
            length = decryption.length();
        } else if (keys.isPresent()) {
            throw new ChannelException("message is not encrypted, but the channel is channel=" + channel + " index="
                    + Index.toText(tailer.index()));
        } else {
            readable = true;
            decrypted = false;
            segment = tailer.segment();
            offset = tailer.offset();
            length = tailer.length();
        }
    }

    /** Returns whether all of the payload is readable; otherwise only its envelope is. */
    boolean isReadable() {
        return readable;
    }

    /** Returns whether the frame is encrypted. */
    boolean isEncrypted() {
        return decrypted;
    }

    /** Returns the subject of the message; empty if it is not encrypted. */
    Optional<String> subject() {
        return decrypted ? Optional.of(decryption.subject()) : Optional.empty();
    }

    void requireReadable() {
        if (!readable) {
            throw unreadable();
        }
    }

    ChannelException unreadable() {
        String place =
                " channel=" + channel + " index=" + Index.toText(tailer.index()) + " subject=" + decryption.subject();
        return new ChannelException(
                keys.isEmpty()
                        ? "message is encrypted, but no keys were given" + place
                        : "key of message is missing; the message is unreadable" + place);
    }

    /** Returns whether keys were given. */
    boolean hasKeys() {
        return keys.isPresent();
    }

    @Override
    public void close() {
        if (decryption != null) {
            decryption.close();
        }
    }
}
